"""`python -m introplan` is the command `introplan`."""

import sys

from introplan.cli import main

if __name__ == "__main__":
    sys.exit(main())
