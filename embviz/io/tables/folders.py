"""Which files of a folder hold the model: hub cache, sentence-transformers, shards, single files."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, Any

from embviz.errors import EmbvizError, Notice
from embviz.io.tables.files import read_small, unreadable
from embviz.io.tables.plain import json_object, one_line, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST_INDEX = 100_000_000
"""Bytes of JSON; more is no index of shards."""
_SHARD = re.compile(r"(?P<stem>.+)-(?P<number>\d{5})-of-(?P<total>\d{5})(?P<suffix>\.[a-z]+)")
# Names that say nothing of the model: then its folder's name does.
_GENERIC = frozenset(
    {"model", "models", "pytorch_model", "vectors", "embeddings", "consolidated", "consolidated.00"}
)
# Files with a model in them that cannot be read here, and what they are.
_FOREIGN = {
    ".h5": "TensorFlow",
    ".msgpack": "Flax",
    ".onnx": "ONNX",
    ".pb": "TensorFlow",
    ".tflite": "TensorFlow Lite",
    ".ot": "Rust",
    ".mlmodel": "Core ML",
    ".pth": "PyTorch",
    ".pt": "PyTorch",
    ".ckpt": "checkpoint",
}


@dataclass(frozen=True)
class ModelFiles:
    """A model's files.

    Attributes
    ----------
    folder
        Where its configuration lies.
    weights
        All files with its weights, of one kind.
    tokenizer_folders
        Where its tokenizer may lie, in this order.
    is_static
        True for a module that is nothing but a table (sentence-transformers' StaticEmbedding).
    notices
        What had to be said in finding them.
    """

    folder: Path
    weights: tuple[Path, ...]
    tokenizer_folders: tuple[Path, ...]
    is_static: bool = False
    notices: tuple[Notice, ...] = field(default=())


def find_model_files(folder: Path) -> ModelFiles:
    """Find the files of the model in a folder.

    Raises
    ------
    EmbvizError
        ``nothing-here``, ``adapter``, ``bad-index``, ``missing-shard`` or ``permission``.
    """
    try:
        return _find(folder)
    except OSError as error:
        raise unreadable(folder, error) from error


def shards_of(path: Path) -> tuple[Path, ...]:
    """All parts of a model of which ``path`` is one (``model-00001-of-00002…``), or it alone.

    Raises
    ------
    EmbvizError
        ``missing-shard``.
    """
    match = _SHARD.fullmatch(path.name)
    if match is None:
        return (path,)
    total = int(match["total"])
    names = [
        f"{match['stem']}-{number:05d}-of-{match['total']}{match['suffix']}" for number in range(1, total + 1)
    ]
    return tuple(_shard(path.parent, name) for name in names)


def model_name(path: Path) -> str:
    """Return what a model is called: its folder or file, or ``owner/name`` in a hub cache."""
    path = path.absolute() if path.name not in ("", "..") else path.resolve()
    for place in (path, *path.parents):
        if place.name.startswith("models--"):
            return one_line(place.name.removeprefix("models--").replace("--", "/"))
    if path.is_dir():
        return one_line(path.parent.name or path.name if path.name.lower() in _GENERIC else path.name)
    stem = path.name.removesuffix(".gz").rsplit(".", 1)[0]
    match = _SHARD.fullmatch(path.name)
    stem = match["stem"] if match else stem
    return one_line(path.parent.name or stem if stem.lower() in _GENERIC else stem)


def _find(folder: Path) -> ModelFiles:
    root = _snapshot(folder)
    module, is_static = _first_module(root)
    homes = (module,) if module == root else (module, root)
    for single, index in (
        ("model.safetensors", "model.safetensors.index.json"),
        ("pytorch_model.bin", "pytorch_model.bin.index.json"),
    ):
        if (module / single).exists():
            return ModelFiles(module, (module / single,), homes, is_static)
        if (module / index).exists():
            return ModelFiles(module, _indexed(module / index), homes, is_static)
    names = sorted(entry.name for entry in module.iterdir() if entry.is_file())
    tensors = [name for name in names if name.endswith(".safetensors") and not name.startswith("adapter_")]
    if tensors:
        if _SHARD.fullmatch(tensors[0]):
            return ModelFiles(module, shards_of(module / tensors[0]), homes, is_static)
        return ModelFiles(module, tuple(module / name for name in tensors), homes, is_static)
    ggufs = [name for name in names if name.lower().endswith(".gguf") and "mmproj" not in name.lower()]
    if ggufs:
        return ModelFiles(module, (module / ggufs[0],), homes, notices=_several_ggufs(ggufs))
    raise _nothing(module, names)


def _several_ggufs(names: list[str]) -> tuple[Notice, ...]:
    match = _SHARD.fullmatch(names[0])
    others = [name for name in names[1:] if not match or not name.startswith(match["stem"])]
    if not others:
        return ()
    return (
        Notice(
            "several-tables",
            f"The folder holds {len(others) + 1} GGUF models; {quoted(names[0])} was opened.",
        ),
    )


def _snapshot(folder: Path) -> Path:
    """Return the snapshot of a hub cache folder that ``refs/main`` names; the folder itself otherwise."""
    snapshots = folder / "snapshots"
    if not snapshots.is_dir():
        return folder
    main = folder / "refs" / "main"
    if main.is_file():
        revision = read_small(main, 1000).decode(errors="replace").strip()
        if _is_base_name(revision) and (snapshots / revision).is_dir():
            return snapshots / revision
    present = sorted(
        (place for place in snapshots.iterdir() if place.is_dir()), key=lambda place: place.stat().st_mtime
    )
    if not present:
        raise EmbvizError(
            f"The hub cache folder “{folder.name}” holds no snapshot.",
            code="nothing-here",
            hint="Download the model again.",
        )
    return present[-1]


def _first_module(folder: Path) -> tuple[Path, bool]:
    """Folder of the first module that modules.json names, and whether it is a static embedding."""
    path = folder / "modules.json"
    if not path.is_file():
        return folder, False
    found = first_module(read_small(path, 1_000_000), path.name)
    if found is None:
        return folder, False
    place, is_static = found
    return (folder / place if place and (folder / place).is_dir() else folder), is_static


def shard_names(index: bytes, file_name: str) -> tuple[str, ...]:
    """Names of the files that an index of shards names, each a plain name.

    Raises
    ------
    EmbvizError
        ``bad-index``.
    """
    try:
        weights: Any = json_object(index).get("weight_map")
    except ValueError as error:
        raise _bad_index(file_name, str(error)) from error
    if not isinstance(weights, dict) or not weights:
        raise _bad_index(file_name, "it names no files")
    names = list(dict.fromkeys(weights.values()))
    for name in names:
        if not isinstance(name, str):
            raise _bad_index(file_name, "it names no files")
        if not _is_base_name(name):
            raise _outside(file_name, name)
    return tuple(names)


def first_module(raw: bytes, file_name: str) -> tuple[str, bool] | None:
    """Folder of the first module that modules.json names, and whether it is nothing but a table.

    The folder is a plain name, empty for the folder of the file; None when the file makes no sense.

    Raises
    ------
    EmbvizError
        ``bad-index`` when it lies outside.
    """
    try:
        modules = json_object(b'{"modules":' + raw + b"}").get("modules")
    except ValueError:
        return None
    if not isinstance(modules, list) or not modules or not isinstance(modules[0], dict):
        return None
    kind, place = str(modules[0].get("type", "")), modules[0].get("path", "")
    is_static = kind.endswith("StaticEmbedding")
    if not isinstance(place, str) or place in ("", "."):
        return "", is_static
    if not _is_base_name(place):
        raise _outside(file_name, place)
    return place, is_static


def _indexed(path: Path) -> tuple[Path, ...]:
    names = shard_names(read_small(path, LONGEST_INDEX), path.name)
    return tuple(_shard(path.parent, name) for name in names)


def _shard(folder: Path, name: str) -> Path:
    path = folder / name
    if not path.exists():
        raise EmbvizError(
            f"A part of the model is missing: {quoted(name)}.",
            code="missing-shard",
            hint="Download it into the same folder.",
        )
    return path


def _is_base_name(name: str) -> bool:
    """Whether a name stays in its folder on every system: no separator, no drive, no dots alone."""
    plain = PurePosixPath(name).name == name and PureWindowsPath(name).name == name
    return plain and name not in ("", ".", "..") and "\0" not in name


def _outside(file_name: str, name: str) -> EmbvizError:
    return EmbvizError(
        f"“{file_name}” names the file {quoted(name)} outside its folder, which is not allowed.",
        code="bad-index",
        hint="Download the model again from a source you trust.",
    )


def _bad_index(file_name: str, why: str) -> EmbvizError:
    return EmbvizError(f"“{file_name}” cannot be used: {why}.", code="bad-index", hint="Download it again.")


def foreign_forms(names: Iterable[str]) -> list[str]:
    """Return the forms of model files that cannot be read here, for people, of which there are some."""
    return sorted({_FOREIGN[suffix] for name in names if (suffix := Path(name).suffix.lower()) in _FOREIGN})


def _nothing(folder: Path, names: list[str]) -> EmbvizError:
    if "adapter_config.json" in names or any(name.startswith("adapter_model.") for name in names):
        return adapter_error(folder)
    foreign = foreign_forms(names)
    if foreign:
        return EmbvizError(
            f"“{folder.name}” holds the model only in forms that cannot be read ({', '.join(foreign)}).",
            code="nothing-here",
            hint="Download the model's safetensors or GGUF files.",
        )
    return EmbvizError(
        f"There is no model in the folder “{folder.name}”.",
        code="nothing-here",
        hint="Choose a folder with model.safetensors, pytorch_model.bin or a GGUF file in it.",
    )


def adapter_error(folder: Path) -> EmbvizError:
    """Return the error for a LoRA or other adapter, which has no table; names its base model if it can."""
    path = folder / "adapter_config.json"
    base: Any = None
    if path.is_file():
        try:
            base = json_object(read_small(path, 1_000_000)).get("base_model_name_or_path")
        except ValueError:
            base = None
    hint = (
        f"Open its base model, {quoted(base)}." if isinstance(base, str) and base else "Open its base model."
    )
    return EmbvizError(
        f"“{folder.name}” is an adapter: it changes another model and has no table of its own.",
        code="adapter",
        hint=hint,
    )
