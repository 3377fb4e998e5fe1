"""Builds wheels with setuptools, and asks for mypy only where a wheel is made.

An editable install compiles nothing, so it need not wait for a compiler's front end to come.
"""

from __future__ import annotations

import os
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403 (all hooks of a backend, but for the one below)


def get_requires_for_build_wheel(settings: Any = None) -> list[str]:
    """What `pip` installs before it asks for a wheel."""
    # Older Pythons have no such compiler, and pip could not say that the program needs a newer one.
    here = "; python_version >= '3.11'"
    wanted = [] if os.environ.get("FOURFOLD_PURE") else ["mypy[mypyc]==2.4.*", "librt==0.16.*"]
    compiler = [name + here for name in wanted]
    return [*build_meta.get_requires_for_build_wheel(settings), *compiler]
