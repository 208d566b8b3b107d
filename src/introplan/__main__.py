"""`python -m introplan` is the command `introplan`."""

import gc
import importlib
import signal
import sys


def main() -> int:
    """Load the command line and run it; Ctrl-C while it is loaded ends the process quietly."""
    is_ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_ours:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.disable()  # importing makes many objects and hardly any garbage
    entry = importlib.import_module("introplan.cli.entry")
    gc.enable()
    if is_ours:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    code: int = entry.run_process()
    return code


if __name__ == "__main__":
    sys.exit(main())
