"""``python -m embviz``: the same as the ``embviz`` command."""

import os
import sys

# Python puts the current folder first on the path here. In a model's folder its files would then pass for
# modules, and no code of a model folder may ever run; only a checkout is its own current folder. (Nothing may
# be imported before this that is not loaded already.)
_checkout = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
if sys.path and sys.path[0] in ("", os.getcwd()) and _checkout != os.getcwd():  # noqa: PTH109
    del sys.path[0]

from embviz.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
