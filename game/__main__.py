"""Starts Fourfold: python -m game, main.py in a checkout, and the commands of an installed one.

Any error that ends the program is reported, even if a part of the program is missing.
"""

import gc
import sys


def begin_program() -> int:
    """Do what the command line asks; returns the exit code."""
    try:
        from game.system.console import occupy_closed_streams

        occupy_closed_streams()
        from game.cli.commands import main as do

        return do()
    except KeyboardInterrupt:  # while modules are imported; `commands` hears of later ones
        return 130
    except MemoryError:
        pass  # what it held is free once this clause has ended
    except Exception:
        from game.system.fault_report import likely_folders, report_fault, wants_window

        argv = sys.argv[1:]
        return report_fault(likely_folders(argv), window=wants_window(argv))
    gc.collect()
    from game.system.fault_report import report_no_memory, wants_window

    return report_no_memory(window=wants_window(sys.argv[1:]))


if __name__ == "__main__":
    raise SystemExit(begin_program())
