"""Options, profiles and environment of all tests."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from hypothesis import settings

# The tools are no package that is installed: they are found from the checkout.
sys.path.insert(0, str(Path(__file__).parent.parent))

# Where the tests run in the background these may be ignored, and programs started here take that
# over; what they do when they are ended by them is tested.
signal.signal(signal.SIGINT, signal.default_int_handler)
for _name in ("SIGHUP", "SIGQUIT"):
    if hasattr(signal, _name):
        signal.signal(getattr(signal, _name), signal.SIG_DFL)

EXAMPLES = int(os.environ.get("FOURFOLD_EXAMPLES", "9"))

# No test in this process opens a real window or a sound device, whichever test runs first.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

# The machine may be busy with other things: only the examples count, not their time.
settings.register_profile("fourfold", deadline=None, max_examples=EXAMPLES)
settings.load_profile("fourfold")
