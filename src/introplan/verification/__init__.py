"""The judge of plans: replay a plan in the plain model and say what it is worth.

Nothing here is shared with search: `replay` goes through a plan and judges it, `world` holds what
is true, `rules` says what actions change and what is paid.
"""

from introplan.verification.replay import Verdict, verify

__all__ = ["Verdict", "verify"]
