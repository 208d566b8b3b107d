"""Processes that tests start."""

import signal


def hears_ctrl_c() -> None:
    """For `preexec_fn`: whoever runs these tests in the background ignores it, and so would we."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
