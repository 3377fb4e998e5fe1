"""A map coloured by what its lines are worth: asked for one by one, hidden with the light off."""

from __future__ import annotations

import pygame
import pytest
from recording_services import RecordingServices, give_weighing_solver, recording_services

from game.core.deals import deck_of
from game.map.tree import MapFilter
from game.play.session import Session
from game.rules import LaPeau
from game.scenes.map.position_card import total_line
from game.scenes.map.scene import MapScene
from game.scenes.map.tree_picture import ANSWER, LOST
from game.solver import registry
from game.solver.answer import Goal, Verdict
from game.system.language import Language

RULES = LaPeau("same")


def branched() -> Session:
    """A won line and a branch that is lost from some move on."""
    session = Session(RULES, deck_of(1000), number=1000, autoplay=False)
    session.history.branching = True
    for move in registry.solve(RULES, session.position, Goal.FIRST).moves:
        session.play(move)
    session.undo(session.history.at - 20)
    for count in range(60):
        found = RULES.moves(session.position)
        if not found or session.is_won:
            break
        session.play(found[count % len(found)])
    assert registry.solve(RULES, session.position, Goal.FIRST).verdict is Verdict.UNWINNABLE
    return session


def opened(held: RecordingServices, session: Session) -> MapScene:
    scene = MapScene(held.services, session, lambda key, source: None)
    scene.place((1280, 800))
    scene.resume()
    settle(held, scene)
    return scene


def settle(held: RecordingServices, scene: MapScene) -> None:
    for _ in range(2000):
        scene.update(0.01)
        while held.services.advisor.collect():
            scene.advised()
        if scene.due != 0.0:
            return
    raise AssertionError("the map does not come to rest")


def test_a_lost_branch_is_dead_from_where_it_was_lost_and_can_be_hidden() -> None:
    held, session = recording_services(verdict_light=True), branched()
    give_weighing_solver(held)
    scene = opened(held, session)
    history, tree = session.history, scene._camera.tree
    first = scene._worths.deal.first_lost_on_path(history.here)
    death = None if first is None else tree.find(first)
    assert death is not None
    assert death.parent is not None
    above = history.position_of(death.parent.key)
    below = history.position_of(death.key)
    assert registry.solve(RULES, above, Goal.FIRST).verdict is Verdict.WON
    assert registry.solve(RULES, below, Goal.FIRST).verdict is Verdict.UNWINNABLE
    assert death.depth in {each.lost_at for each in scene._worths.pieces.values()}
    scene.draw(pygame.Surface((1280, 800)))
    session.to_start()
    scene._camera.filter(MapFilter.WINNABLE)
    settle(held, scene)
    assert len(scene._camera.layouts.survey) < len(scene._camera.tree.nodes)


def test_the_small_map_tells_what_is_lost() -> None:
    held, session = recording_services(verdict_light=True), branched()
    give_weighing_solver(held)
    scene = opened(held, session)
    scene.draw(pygame.Surface((1280, 800)))
    assert inks(scene) >= {LOST, ANSWER}
    scene._worths.pieces = {}
    scene.draw(pygame.Surface((1280, 800)))
    assert inks(scene) >= {ANSWER}
    assert LOST not in inks(scene)


def inks(scene: MapScene) -> set[tuple[int, ...]]:
    """The colours of the mini map."""
    assert scene._around.mini_map._art is not None
    art = scene._around.mini_map._art[-1]
    return {
        tuple(art.get_at((x, y)))[:3]
        for x in range(art.get_width())
        for y in range(art.get_height())
    }


def test_with_the_light_off_nothing_is_asked_or_coloured() -> None:
    held = recording_services(verdict_light=False)
    give_weighing_solver(held)
    scene = opened(held, branched())
    assert not scene._worths.pieces
    assert scene._worths.deal.version == 0
    assert "Not lost" not in scene._controls.filter.labels


@pytest.mark.parametrize("on", [False, True])
def test_a_light_of_the_tables_own_counts_before_the_settings(on: bool) -> None:
    held, session = recording_services(verdict_light=not on), branched()
    scene = MapScene(held.services, session, lambda key, source: None, own_light=on)
    scene.place((1280, 800))
    assert scene._worths.shown is on


def test_a_card_tells_the_total_where_it_is_known() -> None:
    held, session = recording_services(verdict_light=True), branched()
    give_weighing_solver(held)
    scene = opened(held, session)
    worth = scene._worths.deal.worth(session.history.graph.start.key)
    line = total_line(0, worth, Language())
    assert line is not None and worth is not None
    assert line.text == f"winnable, {worth.most} in total"
