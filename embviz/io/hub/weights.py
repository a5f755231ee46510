"""Where a model on the hub keeps its weights, and what the headers of these files say."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from embviz.errors import EmbvizError
from embviz.io.hub.failures import PassingFailure
from embviz.io.hub.ranged import ALLOWANCE, RemoteFile
from embviz.io.tables.files import refuse_placeholder
from embviz.io.tables.folders import LONGEST_INDEX, first_module, foreign_forms, shard_names
from embviz.io.tables.plain import json_object, quoted
from embviz.io.tables.safetensors_header import header_entries, header_length

if TYPE_CHECKING:
    from embviz.io.hub.client import HubClient, Reply

_SMALL = 1_000_000
# Most headers are shorter than that, so that one question is enough; all shards together ask for this much.
_FIRST_BYTES = 1 << 18
_FIRST_BOUNDS = (1 << 12, 1 << 16)


@dataclass(frozen=True)
class RemoteTensor:
    """A tensor in a file on the hub.

    Attributes
    ----------
    name, dtype, shape
        As in the header.
    file
        Path of the file in the repository.
    begin, end
        Place of its data in the file: bytes begin..end−1.
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    file: str
    begin: int
    end: int

    @property
    def size(self) -> int:
        """Bytes of its data."""
        return self.end - self.begin


@dataclass(frozen=True, eq=False)
class Weights:
    """A model's weights on the hub.

    Attributes
    ----------
    module
        Folder of the repository in which they lie, empty for the top.
    is_static
        True for a module that is nothing but a table.
    files
        By their path in the repository; the caller closes them.
    tensors
        Of all files, by name.
    """

    module: str
    is_static: bool
    files: dict[str, RemoteFile]
    tensors: dict[str, RemoteTensor]


def find_weights(client: HubClient) -> Weights:
    """Find the safetensors files of a model and read their headers.

    Raises
    ------
    EmbvizError
        ``missing``, ``only-pickle``, ``only-gguf``, ``adapter``, ``nothing-here``, ``bad-index``,
        ``missing-shard``, ``bad-header``, ``no-ranges`` and what `HubClient.open` raises.
    """
    module, is_static = "", False
    files = _weights_in(client, "")
    if files is None:
        found = _first_module(client)
        if found is not None:
            module, is_static = found
            files = _weights_in(client, f"{module}/") if module else None
    if files is None:
        files = _listed(client, f"{module}/" if module else "")
    tensors: dict[str, RemoteTensor] = {}
    try:
        share = min(max(_FIRST_BYTES // len(files), _FIRST_BOUNDS[0]), _FIRST_BOUNDS[1])
        for number, file in enumerate(files):
            client.wire.report(0.1 * number / len(files), f"Reading the header of {file.name}")
            for tensor in _header(file, share, lone=len(files) == 1):
                tensors.setdefault(tensor.name, tensor)
    except BaseException:
        for file in files:
            file.close()
        raise
    return Weights(module, is_static, {file.name: file for file in files}, tensors)


def read_whole(client: HubClient, name: str, limit: int) -> bytes | None:
    """Return a small file, None when there is no such file.

    Raises
    ------
    EmbvizError
        ``hub-failed`` when it is longer than ``limit`` bytes, and what `HubClient.open` raises.
    """
    return client.patiently(lambda: _read_all(client, client.open(name), name, limit))


def _weights_in(client: HubClient, prefix: str) -> list[RemoteFile] | None:
    """Return the files that go by the usual names in a folder of the repository, None without any."""
    single = RemoteFile(client, f"{prefix}model.safetensors")
    if single.start(_FIRST_BOUNDS[1]) is not None:
        return [single]
    index_name = "model.safetensors.index.json"
    index = read_whole(client, prefix + index_name, LONGEST_INDEX)
    if index is None:
        return None
    return [RemoteFile(client, prefix + name) for name in shard_names(index, index_name)]


def _first_module(client: HubClient) -> tuple[str, bool] | None:
    raw = read_whole(client, "modules.json", _SMALL)
    return None if raw is None else first_module(raw, "modules.json")


def _listed(client: HubClient, prefix: str) -> list[RemoteFile]:
    """Return safetensors files of other names, from the hub's list; raises when there are none."""
    names = _names(client)
    here = [name.removeprefix(prefix) for name in names if name.startswith(prefix)]
    here = [name for name in here if "/" not in name]
    tensors = [name for name in here if name.endswith(".safetensors") and not name.startswith("adapter_")]
    if tensors:
        return [RemoteFile(client, prefix + name) for name in sorted(tensors)]
    raise _no_weights(client, prefix, sorted(here))


def _names(client: HubClient) -> list[str]:
    """Return the paths of the model's files; of those that matter alone where the hub gives no list."""
    path = f"models/{client.model}/revision/{client.commit or 'main'}"
    raw = client.patiently(lambda: _read_all(client, client.ask(path), "the list of files", LONGEST_INDEX))
    if raw is not None:
        try:
            siblings: Any = json_object(raw).get("siblings")
        except ValueError as error:
            raise client.failures.odd(f"of the list of files, {error}") from error
        if isinstance(siblings, list):
            client.found = True
            names = [entry.get("rfilename") for entry in siblings if isinstance(entry, dict)]
            return [name for name in names if isinstance(name, str)]
    telling = ("pytorch_model.bin", "pytorch_model.bin.index.json", "adapter_config.json")
    return [name for name in telling if _exists(client, name)]


def _exists(client: HubClient, name: str) -> bool:
    reply = client.patiently(lambda: client.open(name, first=0, last=0))
    if reply is not None:
        reply.close()
    return reply is not None


def _no_weights(client: HubClient, prefix: str, names: list[str]) -> EmbvizError:
    if not client.found:
        return client.failures.missing()
    if "adapter_config.json" in names:
        return _adapter(client, f"{prefix}adapter_config.json")
    if any(name.startswith("pytorch_model") for name in names):
        return client.failures.only_pickle()
    ggufs = [name for name in names if name.lower().endswith(".gguf")]
    if ggufs:
        return client.failures.only_gguf(prefix + ggufs[0])
    return client.failures.nothing(", ".join(foreign_forms(names)))


def _adapter(client: HubClient, name: str) -> EmbvizError:
    base: Any = None
    raw = read_whole(client, name, _SMALL)
    if raw is not None:
        try:
            base = json_object(raw).get("base_model_name_or_path")
        except ValueError:
            base = None
    known = isinstance(base, str) and base != ""
    return EmbvizError(
        f"{quoted(client.model)} is an adapter: it changes another model and has no table of its own.",
        code="adapter",
        hint=f"Open its base model, {quoted(base)}." if known else "Open its base model.",
    )


def _header(file: RemoteFile, first_bytes: int, *, lone: bool) -> list[RemoteTensor]:
    start = file.start(first_bytes)
    name = PurePosixPath(file.name).name
    if start is None:
        raise EmbvizError(
            f"A part of the model is missing on the hub: {quoted(file.name)}.",
            code="missing-shard",
            hint="Tell the model's authors, or choose another copy of it.",
        )
    refuse_placeholder(Path(name), start)
    size = file.size or 0
    if file.comes_whole and not lone and size > ALLOWANCE:
        raise file.client.failures.no_ranges(size)
    length = header_length(start[:8], size, name)
    raw = file.more(8 + length)[8:]
    if not lone:
        file.close()
    return [
        RemoteTensor(entry.name, entry.dtype, entry.shape, file.name, entry.begin, entry.end)
        for entry in header_entries(raw, size, name).values()
    ]


def _read_all(client: HubClient, reply: Reply | None, name: str, limit: int) -> bytes | None:
    if reply is None:
        return None
    with reply:
        promised, parts, come = reply.length, [], 0
        while data := reply.read(1 << 16):
            come += len(data)
            if come > limit:
                raise client.failures.odd(f"{name} is longer than {limit // 1_000_000} MB")
            parts.append(data)
    if promised is not None and come < promised:
        raise PassingFailure(client.failures.short(name, come, promised))
    return b"".join(parts)
