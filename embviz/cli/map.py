"""``embviz map``: draw words without a window, to pictures and to data."""

from __future__ import annotations

import argparse
import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from embviz.cli.base import Command, UsageError, add_split, measure, whole_number
from embviz.cli.output import Meter, plain, print_json, print_notices, print_paragraph, say
from embviz.cli.pictures import PICTURES, write_pictures
from embviz.cli.tables import open_model
from embviz.errors import EmbvizError
from embviz.io.atomic import write_text
from embviz.io.exports import MAP_FORMATS, map_object
from embviz.io.sets import DEFAULT_SET, read_sources

if TYPE_CHECKING:
    from embviz.core.figure_options import FigureOptions
    from embviz.core.mapping import MapResult
    from embviz.core.noise import NoiseControl
    from embviz.core.request import MapRequest
    from embviz.core.stability import Stability
    from embviz.core.table import EmbeddingTable


class _Checks(TypedDict, total=False):
    """What is drawn besides the map, where it is asked for."""

    stability: Stability
    noise: NoiseControl


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what to draw and where to put it."""
    from embviz.core.projections import PROJECTIONS
    from embviz.core.request import VectorMode

    parser.add_argument(
        "--words",
        action="append",
        metavar="W",
        help=f"a set's name or a file; again for more ({DEFAULT_SET})",
    )
    parser.add_argument("--method", choices=tuple(PROJECTIONS), default="pca", help="how to draw (pca)")
    for name, field in _fields().items():
        explained = field.metadata["help"].replace("%", "%%")
        if field.type == "bool":
            parser.add_argument(_option(name), action="store_true", default=None, help=explained)
        elif field.type == "str":
            usual = f"{explained.rstrip('.')} ({field.default})"
            parser.add_argument(_option(name), metavar="EXPRESSION", help=usual)
        else:
            parser.add_argument(_option(name), type=measure, metavar=name[0].upper(), help=explained)
    parser.add_argument(
        "--seed",
        type=whole_number(0, 2**32 - 1),
        default=0,
        metavar="N",
        help="0 starts t-SNE from PCA, any other number from noise drawn with it (0)",
    )
    parser.add_argument(
        "--vectors",
        choices=tuple(mode.value for mode in VectorMode),
        default="unit",
        help="of unit length, as they are stored, or without what all of them have in common (unit)",
    )
    add_split(parser, "skip", "words that are several tokens")
    parser.add_argument(
        "--stability", action="store_true", help="draw from five starts and say how far the pictures agree"
    )
    parser.add_argument(
        "--noise",
        action="store_true",
        help="draw the same number of words with shuffled columns too, beside the map in pictures",
    )
    suffixes = ", ".join(suffix[1:] for suffix in (*PICTURES, *MAP_FORMATS))
    parser.add_argument(
        "-o",
        dest="outputs",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help=f"{suffixes}, as its suffix says; again for more",
    )
    pictures = parser.add_argument_group("pictures")
    pictures.add_argument("--width", type=measure, metavar="MM", help="width in millimetres")
    pictures.add_argument("--height", type=measure, metavar="MM", help="height; else what the map needs")
    pictures.add_argument("--dpi", type=measure, metavar="D", help="dots per inch of a PNG")
    pictures.add_argument("--theme", choices=("light", "dark"), default="light", help="colours (light)")
    pictures.add_argument(
        "--no-caution", action="store_true", help="leave out the sentences on where the picture lies"
    )


def run(arguments: argparse.Namespace) -> None:
    """Draw a map, write it to files and say where it lies."""
    _check_outputs(arguments)
    request, options = _request(arguments), _figure_options(arguments)
    groups = read_sources(arguments.words or (DEFAULT_SET,))
    if not any(group.words for group in groups):
        raise EmbvizError(
            f"There is no word in {', '.join(arguments.words)}.",
            code="no-words",
            hint="Put one word on a line.",
        )
    table = open_model(arguments.model)
    from embviz.core.pipeline import draw_groups
    from embviz.core.resolve import SplitPolicy

    with Meter("Drawing") as meter:
        result = draw_groups(
            table,
            groups,
            request,
            split=SplitPolicy(arguments.split),
            progress=lambda share, _positions: meter.show(share),
        )
    print_notices(result.notices)
    checks = _checks(table, result, arguments)
    for path in arguments.outputs:
        if path.suffix.lower() in MAP_FORMATS:
            write_text(path, MAP_FORMATS[path.suffix.lower()](result, table.name, **checks))
    pictures = [path for path in arguments.outputs if path.suffix.lower() in PICTURES]
    if pictures:
        write_pictures(pictures, result, groups, dataclasses.replace(options, note=table.name), **checks)
    if arguments.json:
        print_json(map_object(result, table.name, **checks))
    else:
        _print_summary(result, table.name, arguments.outputs, **checks)


def _checks(table: EmbeddingTable, result: MapResult, arguments: argparse.Namespace) -> _Checks:
    """Check the stability of a map, and draw its noise control, where that is asked for."""
    from embviz.core.pipeline import check_map_stability, draw_noise_of_words

    checks: _Checks = {}
    if arguments.stability:
        with Meter("Drawing from other starts") as meter:
            checks["stability"] = check_map_stability(
                table, result, progress=lambda share, _positions: meter.show(share)
            )
    if arguments.noise:
        with Meter("Drawing noise") as meter:
            checks["noise"] = draw_noise_of_words(
                table,
                result.words,
                result.group_names,
                result.request,
                progress=lambda share, _positions: meter.show(share),
            )
    return checks


def _check_outputs(arguments: argparse.Namespace) -> None:
    if not arguments.outputs and not arguments.json:
        raise UsageError("say where the map should go: -o FILE, or --json")
    for path in arguments.outputs:
        if path.suffix.lower() not in (*PICTURES, *MAP_FORMATS):
            known = ", ".join((*PICTURES, *MAP_FORMATS))
            raise UsageError(f"{path}: a map is written as {known}, not as “{path.suffix}”")


def _figure_options(arguments: argparse.Namespace) -> FigureOptions:
    from embviz.core.figure_options import FigureOptions
    from embviz.core.page import ThemeName

    sizes = {
        "width_mm": arguments.width,
        "height_mm": arguments.height,
        "dots_per_inch": arguments.dpi,
    }
    return FigureOptions(
        theme=ThemeName(arguments.theme),
        caption=not arguments.no_caution,
        **{name: size for name, size in sizes.items() if size is not None},
    )


def _request(arguments: argparse.Namespace) -> MapRequest:
    from embviz.core.projections import PROJECTIONS
    from embviz.core.request import MapRequest, VectorMode

    chosen = PROJECTIONS[arguments.method].Parameters
    own = {field.name for field in dataclasses.fields(chosen)}
    given = {name: value for name in _fields() if (value := getattr(arguments, name)) is not None}
    for name in given.keys() - own:
        raise UsageError(f"{_option(name)} does not go with --method {arguments.method}")
    return MapRequest(
        method=arguments.method,
        parameters=chosen(**given),
        seed=arguments.seed,
        vectors=VectorMode(arguments.vectors),
    )


def _fields() -> dict[str, dataclasses.Field[Any]]:
    """Find what can be chosen for any projection: each becomes an option of that name."""
    from embviz.core.projections import PROJECTIONS

    return {
        field.name: field
        for projection in PROJECTIONS.values()
        for field in dataclasses.fields(projection.Parameters)
    }


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _print_summary(
    result: MapResult,
    model: str,
    outputs: list[Path],
    *,
    stability: Stability | None = None,
    noise: NoiseControl | None = None,
) -> None:
    from embviz.core.projections import PROJECTIONS
    from embviz.core.wording import count

    words = count(len(result.words), "word", "words")
    say(f"{words} of {plain(model)}, drawn with {PROJECTIONS[result.request.method].title}")
    for sentence in result.caution:
        print_paragraph(str(sentence))
    if stability is not None:
        print_paragraph(str(stability.sentence))
    if noise is not None:
        say("With shuffled columns:")
        for sentence in noise.result.caution:
            print_paragraph(str(sentence), indent="  ")
    for path in outputs:
        say(f"Saved {plain(str(path))}")


COMMAND = Command(
    usage="-o FILE …",
    help="draw words to a picture or to data, without a window",
    description="Draw words on a map and say where it lies. Needs no display.",
    add_arguments=add_arguments,
    run=run,
)
