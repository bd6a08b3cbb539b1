"""`python -m benchmarks.boardgame` measures; with `check` the engine replays what boardgame.io played."""

import sys

from benchmarks import boardgame
from benchmarks.boardgame import replay

replay.main() if sys.argv[1:] == ["check"] else boardgame.main()
