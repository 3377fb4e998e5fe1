"""Synthesises the sounds of the cards: python tools/sounds.py writes assets/sounds/*.wav.

Everything is noise, sines and envelopes with a fixed seed, so the same files come out each time.
"""

from __future__ import annotations

import array
import math
import random
import wave
from collections.abc import Callable
from pathlib import Path

RATE = 22_050
"""Samples a second; cards have nothing to say above 11 kHz."""
FOLDER = Path(__file__).resolve().parent.parent / "assets" / "sounds"
VARIANTS = 3
LEVEL_DB = -18.0
"""How loud a sound is where it is loudest (`loudness`)."""
REFUSAL_DB = -4.0
"""The refusal against the others: the quietest."""
HEARD_S = 0.2
"""What an ear takes together."""
EAR = (1682.0, 0.707, 1.0, 1.259, 1.585), (38.1, 0.5, 0.0, 0.0, 1.0)
"""How ears weigh frequencies (ITU-R BS.1770), as arguments of `filtered`."""

Samples = list[float]
Layer = tuple[Samples, float, float]
"""Samples, their strength, and when they start, in seconds."""


def envelope(samples: Samples, attack: float, decay: float) -> Samples:
    """Rise in `attack` seconds, then fall to a third in each `decay` seconds."""
    rising = max(1, round(attack * RATE))
    return [
        value * min(1.0, n / rising) * math.exp(-max(0, n - rising) / (decay * RATE))
        for n, value in enumerate(samples)
    ]


def noise(seconds: float, low: float, high: float, chance: random.Random) -> Samples:
    """Noise between two frequencies: the difference of two one-pole low-passes."""
    dull = bright = 0.0
    slow, fast = (1 - math.exp(-2 * math.pi * f / RATE) for f in (low, high))
    heard = []
    for _ in range(round(seconds * RATE)):
        value = chance.uniform(-1, 1)
        dull += slow * (value - dull)
        bright += fast * (value - bright)
        heard.append(bright - dull)
    return heard


def tone(seconds: float, start: float, end: float, harmonics: tuple[float, ...]) -> Samples:
    """A tone that glides from one frequency to another; strengths of its harmonics."""
    phase, count, heard = 0.0, round(seconds * RATE), []
    for n in range(count):
        phase += 2 * math.pi * (start + (end - start) * n / count) / RATE
        heard.append(sum(a * math.sin(phase * (k + 1)) for k, a in enumerate(harmonics)))
    return heard


def mix(*layers: Layer) -> Samples:
    """Layers as one."""
    length = max(round(at * RATE) + len(samples) for samples, _, at in layers)
    heard = [0.0] * length
    for samples, strength, at in layers:
        start = round(at * RATE)
        for n, value in enumerate(samples):
            heard[start + n] += strength * value
    return heard


def slide(chance: random.Random) -> Samples:
    """Paper over felt."""
    length = 0.13 * chance.uniform(0.9, 1.1)
    swish = noise(length, 700, 4200 * chance.uniform(0.9, 1.1), chance)
    count = len(swish)
    return [value * math.sin(math.pi * n / count) ** 2 for n, value in enumerate(swish)]


def place(chance: random.Random) -> Samples:
    """A card put down: a soft knock with a little air."""
    pitch = chance.uniform(0.93, 1.07)
    knock = envelope(tone(0.13, 165 * pitch, 95 * pitch, (1.0, 0.3)), 0.002, 0.030)
    air = envelope(noise(0.06, 900, 5000, chance), 0.001, 0.012)
    return mix((knock, 0.8, 0.0), (air, 0.9, 0.0))


def flip(chance: random.Random) -> Samples:
    """A card turned over: it leaves the felt, and snaps back."""
    up = envelope(noise(0.05, 1200, 6000, chance), 0.004, 0.014)
    return mix((up, 0.7, 0.0), (place(chance), 0.7, 0.055 * chance.uniform(0.9, 1.1)))


def shuffle(chance: random.Random) -> Samples:
    """A pack riffled and dealt."""
    clicks = []
    at = 0.0
    while at < 0.42:
        click = envelope(noise(0.03, 1500, 6500, chance), 0.001, 0.006)
        clicks.append((click, chance.uniform(0.5, 0.9), at))
        at += chance.uniform(0.014, 0.026)
    return mix(*clicks, (slide(chance), 0.8, 0.40), (place(chance), 0.6, 0.47))


def refusal(chance: random.Random) -> Samples:
    """No, softly: two low taps, the second lower."""
    pitch = chance.uniform(0.97, 1.03)
    first = envelope(tone(0.09, 196 * pitch, 190 * pitch, (1.0, 0.25, 0.1)), 0.006, 0.03)
    second = envelope(tone(0.14, 156 * pitch, 147 * pitch, (1.0, 0.25, 0.1)), 0.006, 0.045)
    return mix((first, 0.6, 0.0), (second, 0.6, 0.085))


BELL = (1.0, 0.35, 0.18, 0.07)
G_MAJOR = (392.0, 493.9, 587.3, 784.0)


def notes(pitches: tuple[float, ...], every: float, strength: float) -> list[Layer]:
    """Bells one after another."""
    return [
        (envelope(tone(0.9, pitch, pitch, BELL), 0.004, 0.22), strength, every * n)
        for n, pitch in enumerate(pitches)
    ]


def chord(pitches: tuple[float, ...], at: float, decay: float, strength: float) -> list[Layer]:
    """Bells together."""
    return [
        (envelope(tone(3.2 * decay, pitch, pitch, BELL), 0.006, decay), strength, at)
        for pitch in pitches
    ]


def win(chance: random.Random) -> Samples:
    """Four notes up, one for each suit, then all of them."""
    return mix(*notes(G_MAJOR, 0.11, 0.34), *chord(G_MAJOR, 0.50, 0.40, 0.26))


def plain_win(chance: random.Random) -> Samples:
    """Two notes up."""
    return mix(*notes((392.0, 587.3), 0.16, 0.34))


def grand_win(chance: random.Random) -> Samples:
    """The four notes, the same a fourth higher, then a wide chord under a shower of small bells."""
    higher = tuple(pitch * 4 / 3 for pitch in G_MAJOR)
    steps = notes((*G_MAJOR, *higher), 0.10, 0.30)
    wide = (196.0, *G_MAJOR, 987.8, 1174.7)
    shower = [
        (envelope(tone(0.35, pitch, pitch, (1.0, 0.2)), 0.002, 0.08), 0.07, 1.0 + 0.055 * n)
        for n, pitch in enumerate(chance.choices((1568.0, 1975.5, 2349.3, 3136.0), k=24))
    ]
    return mix(*steps, *chord(wide, 0.90, 0.65, 0.22), *shower)


def filtered(
    samples: Samples, frequency: float, quality: float, low: float, middle: float, high: float
) -> Samples:
    """A filter of second order with these gains below, at and above a frequency."""
    k = math.tan(math.pi * frequency / RATE)
    first, second = high + low * k * k, middle * k / quality
    whole = 1 + k / quality + k * k
    before, earlier, told, older, heard = 0.0, 0.0, 0.0, 0.0, []
    for value in samples:
        now = (first + second) * value + 2 * (low * k * k - high) * before
        now += (first - second) * earlier
        now = (now - 2 * (k * k - 1) * told - (1 - k / quality + k * k) * older) / whole
        before, earlier, told, older = value, before, now, told
        heard.append(now)
    return heard


def loudness(samples: Samples) -> float:
    """The level in decibels of the loudest `HEARD_S`, as ears weigh it."""
    weighted = samples
    for each in EAR:
        weighted = filtered(weighted, *each)
    window = round(HEARD_S * RATE)
    total = most = 0.0
    for n, value in enumerate(weighted):
        total += value**2 - (weighted[n - window] ** 2 if n >= window else 0.0)
        most = max(most, total)
    return 10 * math.log10(most / window)


def write(name: str, samples: Samples, level: float) -> None:
    """As 16-bit mono of a loudness."""
    gain = 10 ** ((level - loudness(samples)) / 20)
    fade = round(0.004 * RATE)
    data = array.array("h")
    for n, value in enumerate(samples):
        end = min(1.0, (len(samples) - 1 - n) / fade)
        data.append(round(value * gain * end * 32767))
    with wave.open(str(FOLDER / f"{name}.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(data.tobytes())


SOUNDS: dict[str, tuple[Callable[[random.Random], Samples], int]] = {
    "slide": (slide, VARIANTS),
    "place": (place, VARIANTS),
    "flip": (flip, VARIANTS),
    "shuffle": (shuffle, VARIANTS),
    "refusal": (refusal, VARIANTS),
    "plain-win": (plain_win, 1),
    "win": (win, 1),
    "grand-win": (grand_win, 1),
}


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, (make, variants) in SOUNDS.items():
        for number in range(1, variants + 1):
            level = LEVEL_DB + (REFUSAL_DB if make is refusal else 0.0)
            write(f"{name}-{number}", make(random.Random(f"{name} {number}")), level)


if __name__ == "__main__":
    main()
