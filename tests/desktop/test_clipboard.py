"""The clipboard: text in and out, and machines that have none."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from game.desktop.paste_and_drop import clipboard_text, put_clipboard


@pytest.fixture
def window():
    pygame.display.init()
    yield
    pygame.display.quit()


@pytest.mark.parametrize(
    "text", ["abAB", "fourfold lapeau same 484227 6d>7s 4c>done", "éàü ♥", "two\nlines"]
)
def test_what_is_put_in_comes_out(window: None, text: str) -> None:
    assert put_clipboard(text)
    assert clipboard_text() == text


def test_a_machine_without_a_clipboard_has_an_empty_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*text: str) -> None:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "get_text", refuse)
    monkeypatch.setattr(pygame.scrap, "put_text", refuse)
    assert clipboard_text() == ""
    assert not put_clipboard("abAB")


def test_without_a_window_nothing_is_raised() -> None:
    pygame.display.quit()
    assert not put_clipboard("abAB")
    assert clipboard_text() == ""


def test_an_empty_text_does_no_harm(window: None) -> None:
    put_clipboard("")
    assert clipboard_text() == ""


def test_what_is_no_utf_8_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: b"caf\xe9 5".decode())
    assert clipboard_text() == "caf\ufffd 5"


def test_an_owner_that_is_slow_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Wayland SDL returns no text where the owner takes more than 14 ms."""
    texts = ["", "", "abAB"]
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: texts.pop(0))
    assert clipboard_text() == "abAB"
