"""The command line: ``embviz [SOURCE]`` opens the window, ``embviz COMMAND`` does without one.

A new sub-command is one file and one line in `COMMANDS`. Nothing heavy is imported before it is needed.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

from embviz import __version__
from embviz.cli import analogy, info, neighbors, sets, tokens, window
from embviz.cli import map as map_command
from embviz.cli.base import Command, Parser, UsageError
from embviz.cli.output import flush, give_up_stdout, plain
from embviz.errors import EmbvizError

COMMANDS: dict[str, Command] = {
    "info": info.COMMAND,
    "tokens": tokens.COMMAND,
    "sets": sets.COMMAND,
    "neighbors": neighbors.COMMAND,
    "analogy": analogy.COMMAND,
    "map": map_command.COMMAND,
}
"""In the order in which the overview lists them."""

ALIASES = {"neighbours": "neighbors"}

DESCRIPTION = """\
See what a language model's embedding table really says, and where the picture of it lies.
Opens the window; the commands below need none."""

EXPECTED_FAILURE = 1
WRONG_USAGE = 2
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run embviz with these arguments, those of the process without any.

    Returns
    -------
    0; 1 for an expected failure, said in one line on standard error; 2 for wrong usage; 130 after Ctrl+C.
    """
    _speak_utf8()
    if os.environ.get("LC_ALL") in ("C", "POSIX"):
        # Python and Qt both take this for UTF-8, but Qt says so at length on standard error.
        os.environ["LC_ALL"] = "C.UTF-8"
    # OpenMP's threads, which t-SNE uses, would spin while they wait, and starve a busy machine. The policy is
    # read when OpenMP is loaded, so it must be set before anything is imported that does.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    words = list(sys.argv[1:] if argv is None else argv)
    name = ALIASES.get(words[0], words[0]) if words else ""
    parser = _command_parser(name) if name in COMMANDS else _window_parser()
    try:
        status = 0
        if name in COMMANDS:
            COMMANDS[name].run(parser.parse_args(words[1:]))
        else:
            status = window.run(parser.parse_args(words))
        flush()
    except EmbvizError as error:
        print(f"embviz: {plain(str(error))}", file=sys.stderr)
        return EXPECTED_FAILURE
    except UsageError as error:
        complaint = f"{plain(str(error))}; see {parser.prog} --help"
        print(f"{parser.prog}: {complaint}", file=sys.stderr)
        return WRONG_USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of the pipe has seen enough (… | head).
        give_up_stdout()
        return 0
    except SystemExit as leaving:  # argparse, after --help and --version
        return int(leaving.code or 0)
    return status


def _command_parser(name: str) -> Parser:
    command = COMMANDS[name]
    parser = Parser(f"embviz {name}", command.description)
    command.add_arguments(parser)
    source = "a model's folder, file or id on the hub; the bundled table without it"
    parser.add_argument("--model", metavar="SOURCE", help=source)
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    return parser


def _window_parser() -> Parser:
    rows = [(f"embviz {name} {command.usage}".rstrip(), command.help) for name, command in COMMANDS.items()]
    width = max(len(usage) for usage, _ in rows)
    overview = "\n".join(f"  {usage:{width}}  {text}" for usage, text in rows)
    parser = Parser("embviz", DESCRIPTION, f"commands, each with its own --help:\n{overview}")
    window.add_arguments(parser)
    version = f"embviz {__version__}"
    parser.add_argument("--version", action="version", version=version, help="say which this is and leave")
    return parser


def _speak_utf8() -> None:
    """Print tokens of all scripts wherever the output goes, half characters as escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


__all__ = ["COMMANDS", "main"]
