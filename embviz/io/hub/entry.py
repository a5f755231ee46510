"""One model in the program's own cache: what is known of it, and where its parts lie.

    tables/huggingface.co/models--openai-community--gpt2/
        entry.json          the commit, the headers of all its files, which tensors are copies of which
        files/              config.json and the tokenizer, as in the repository
        data/….safetensors  a fetched tensor each; ….part while it is being fetched

The time of entry.json is that of its last use.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from embviz.errors import EmbvizError
from embviz.io.atomic import write_text
from embviz.io.hub.failures import cannot_store
from embviz.io.hub.weights import RemoteTensor
from embviz.io.tables.plain import json_object

if TYPE_CHECKING:
    from embviz.io.hub.options import HubOptions

VERSION = 1
_LONGEST = 200_000_000


@dataclass(frozen=True)
class FileStamp:
    """What tells one version of a file from another: its length in bytes, and its ETag where there is one."""

    size: int
    etag: str | None


@dataclass(eq=False)
class Entry:
    """A model in the cache.

    Attributes
    ----------
    folder
        Where it lies.
    model, canonical
        Id as the user typed it, and as the hub says it is called now (None when that is the same).
    commit
        Version of the model; None where the server names none.
    module, is_static
        As in `embviz.io.hub.weights.Weights`.
    stamps
        Of its files of weights.
    tensors
        All tensors of the model by name, fetched or not.
    has_small_files
        Whether configuration and tokenizer have been fetched.
    same
        Pair of tensor names → whether they are copies, and whether all their bytes were compared.
    """

    folder: Path
    model: str
    canonical: str | None = None
    commit: str | None = None
    module: str = ""
    is_static: bool = False
    stamps: dict[str, FileStamp] = field(default_factory=dict)
    tensors: dict[str, RemoteTensor] = field(default_factory=dict)
    has_small_files: bool = False
    same: dict[tuple[str, str], tuple[bool, bool]] = field(default_factory=dict)

    @property
    def files(self) -> Path:
        """Folder of the repository's small files."""
        return self.folder / "files"

    def data_path(self, tensor: str) -> Path:
        """Where a fetched tensor lies; its name may hold anything, so its digest names the file."""
        return self.folder / "data" / f"tensor-{_digest(tensor)}.safetensors"

    def whole_path(self, file: str) -> Path:
        """Where a file of weights lies of which the server would send no part."""
        return self.folder / "data" / f"file-{_digest(file)}.safetensors"

    def save(self) -> None:
        """Write entry.json.

        Raises
        ------
        EmbvizError
            ``cache-unwritable`` or ``disk-full``.
        """
        data = {
            "version": VERSION,
            "model": self.model,
            "canonical": self.canonical,
            "commit": self.commit,
            "module": self.module,
            "static": self.is_static,
            "small_files": self.has_small_files,
            "files": {name: [stamp.size, stamp.etag] for name, stamp in self.stamps.items()},
            "tensors": [
                [one.name, one.dtype, one.shape, one.file, one.begin, one.end]
                for one in self.tensors.values()
            ],
            "same": [[*names, *answer] for names, answer in self.same.items()],
        }
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_text(self.folder / "entry.json", json.dumps(data, separators=(",", ":")))
        except OSError as error:
            raise cannot_store(self.folder, error) from error
        except EmbvizError as error:
            if isinstance(error.__cause__, OSError):
                raise cannot_store(self.folder, error.__cause__) from error
            raise

    def touch(self, now: float) -> None:
        """Note that the table was used at this time (seconds since 1970)."""
        # A cache on a disk that cannot be written still serves.
        with contextlib.suppress(OSError):
            os.utime(self.folder / "entry.json", (now, now))

    def remove(self) -> None:
        """Delete it with all it holds.

        Raises
        ------
        EmbvizError
            ``cache-unwritable``.
        """
        # First what makes it an entry: what is left when this is broken off is used by nothing.
        try:
            (self.folder / "entry.json").unlink(missing_ok=True)
            shutil.rmtree(self.folder)
        except FileNotFoundError:
            return
        except OSError as error:
            raise cannot_store(self.folder, error) from error


def entry_folder(model: str, options: HubOptions) -> Path:
    """Where a model's entry lies, whether it exists or not: apart for each hub, as mirrors may differ."""
    host = re.sub(r"[^A-Za-z0-9.-]", "_", urlsplit(options.endpoint).netloc) or "hub"
    return options.folder / host / f"models--{model.replace('/', '--')}"


def load_entry(folder: Path) -> Entry | None:
    """Read an entry; None when there is none, or one that cannot be used."""
    path = folder / "entry.json"
    try:
        if path.stat().st_size > _LONGEST:
            return None
        return _from_json(folder, json_object(path.read_bytes()))
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def _from_json(folder: Path, data: dict[str, Any]) -> Entry | None:
    if data["version"] != VERSION:
        return None
    tensors = [
        RemoteTensor(_text(name), _text(dtype), tuple(map(int, shape)), _text(file), int(begin), int(end))
        for name, dtype, shape, file, begin, end in data["tensors"]
    ]
    stamps = {_text(name): FileStamp(int(size), etag) for name, (size, etag) in data["files"].items()}
    if any(tensor.file not in stamps for tensor in tensors):
        return None
    return Entry(
        folder,
        model=_text(data["model"]),
        canonical=data["canonical"],
        commit=data["commit"],
        module=_text(data["module"]),
        is_static=bool(data["static"]),
        stamps=stamps,
        tensors={tensor.name: tensor for tensor in tensors},
        has_small_files=bool(data["small_files"]),
        same={
            (_text(one), _text(two)): (bool(is_same), bool(all_)) for one, two, is_same, all_ in data["same"]
        },
    )


def _digest(name: str) -> str:
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:20]


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("not text")
    return value
