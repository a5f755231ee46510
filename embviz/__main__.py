"""``python -m embviz``: the same as the ``embviz`` command."""

import sys

from embviz.cli import main

if __name__ == "__main__":
    sys.exit(main())
