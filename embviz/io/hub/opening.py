"""Opening the table of a model on the hub: only the table, its configuration and its tokenizer are fetched.

Which bytes are fetched, and when:

- the header of every safetensors file (the parameter count is theirs), in most cases by one question each;
- config.json and the files of the tokenizer;
- the table itself, by one ranged read;
- of other tensors that may be copies of it (a tied model's stored output table) four samples of 32 kB: a copy
  is never fetched a second time, and a table that differs does so in the first sample;
- an output table of its own only when it is first used (`embviz.io.hub.later_rows`), so that opening costs no
  more than the table and 1 MB, even where the model is untied.

All of it is kept, and the next time nothing is asked of the network. A newer version on the hub is fetched
after the table was removed from the cache.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from embviz.errors import Notice
from embviz.io.hub.cache import find_renamed, shrink_cache
from embviz.io.hub.client import HubClient
from embviz.io.hub.entry import Entry, FileStamp, entry_folder, load_entry
from embviz.io.hub.failures import HubChanged
from embviz.io.hub.hub_cache import cached_snapshot
from embviz.io.hub.later_rows import LaterRows
from embviz.io.hub.locks import locked
from embviz.io.hub.options import program_options
from embviz.io.hub.small_files import fetch_small_files
from embviz.io.hub.stoppable import run_stoppable
from embviz.io.hub.store import Store
from embviz.io.hub.weights import find_weights
from embviz.io.tables import checkpoint
from embviz.io.tables.checkpoint import TensorAccess, checkpoint_table
from embviz.io.tables.folders import ModelFiles
from embviz.io.tables.plain import quoted

if TYPE_CHECKING:
    from collections.abc import Callable

    from embviz.core.rows import Rows
    from embviz.core.table import EmbeddingTable
    from embviz.io.hub.options import HubOptions
    from embviz.io.hub.ranged import RemoteFile
    from embviz.io.hub.stoppable import Wire
    from embviz.io.tables.base import Request
    from embviz.io.tables.stored import StoredTensor

# The span of progress in which tensors are downloaded; before it come headers, after it tokens.
_DOWNLOAD = (0.1, 0.95)


def open_hub_table(request: Request, model: str, options: HubOptions | None = None) -> EmbeddingTable:
    """Open the table of a model by its id on the hub.

    A model in the cache of huggingface_hub is opened where it lies; one in the program's own cache is opened
    from there. Only else the network is asked.

    Parameters
    ----------
    request
        Its path is not looked at.
    model
        ``name`` or ``owner/name``, see `embviz.io.hub.ids.hub_id`.
    options
        Where the hub and the caches are; None for what settings and environment say.

    Raises
    ------
    EmbvizError
        ``missing``, ``gated``, ``bad-token``, ``rate-limited``, ``hub-failed``, ``offline``,
        ``offline-mode``, ``time-out``, ``broken-off``, ``certificate``, ``bad-endpoint``, ``no-ranges``,
        ``truncated``, ``hub-changed``, ``only-pickle``, ``only-gguf``, ``disk-full``,
        ``cache-unwritable``; and what opening a folder raises.
    Stopped
        From the request's progress.
    """
    options = program_options() if options is None else options
    snapshot = cached_snapshot(options.hub_cache, model)
    if snapshot is not None:
        return checkpoint.READER.read(replace(request, path=snapshot))
    return run_stoppable(lambda wire: _open(request, model, options, wire), request.progress)


def _open(request: Request, model: str, options: HubOptions, wire: Wire) -> EmbeddingTable:
    for attempt in (1, 2):
        opening = _Opening(request, model, options, wire)
        try:
            return opening.table()
        except HubChanged as error:
            opening.discard()
            if attempt == 2:
                raise opening.client.failures.changed() from error
    raise AssertionError("the second attempt returns or raises")


@dataclass(eq=False)
class _Opening:
    """One attempt at opening; raises HubChanged when the model changes meanwhile."""

    request: Request
    model: str
    options: HubOptions
    wire: Wire

    def __post_init__(self) -> None:
        self.client = HubClient(self.model, self.options, self.wire)
        self.folder = entry_folder(self.model, self.options)
        self.sampled: list[str] = []

    def table(self) -> EmbeddingTable:
        with ExitStack() as stack:
            files: dict[str, RemoteFile] = {}
            entry = self._known()
            if entry is None:
                entry, files = self._ask()
                stack.callback(_close, files)
            self.client.commit = entry.commit
            if not entry.has_small_files:
                self._fetch_small_files(entry)
            store = Store(entry, self.options)
            low, high = _DOWNLOAD
            with store.session(self.client, files, low=low, high=high):
                table = checkpoint_table(
                    replace(self.request, path=entry.folder, progress=self._report_reading),
                    _model_files(entry),
                    store.tensors(),
                    TensorAccess(same=self._same(store), output_rows=lambda tensor: _output(store, tensor)),
                )
        entry.touch(self.options.clock())
        shrink_cache(self.options.folder, self.options.limit, keep=entry.folder)
        self.wire.report(1.0, "Ready")
        return replace(table, opening_notices=(*table.opening_notices, *self._notices()))

    def discard(self) -> None:
        """Forget what the cache has of the model."""
        with locked(self.folder, self.client):
            Entry(self.folder, self.model).remove()

    def _known(self) -> Entry | None:
        """Return the model's entry, be it under the old name from which the hub sent on to this one."""
        entry = load_entry(self.folder) or find_renamed(self.model, self.folder.parent)
        if entry is not None:
            self.folder = entry.folder
        return entry

    def _ask(self) -> tuple[Entry, dict[str, RemoteFile]]:
        weights = find_weights(self.client)
        entry = Entry(
            self.folder,
            self.model,
            canonical=self.client.canonical,
            commit=self.client.commit,
            module=weights.module,
            is_static=weights.is_static,
            stamps={name: FileStamp(file.size or 0, file.etag) for name, file in weights.files.items()},
            tensors=weights.tensors,
        )
        with locked(entry.folder, self.client):
            # What an older version of the program or a broken-off removal left there.
            entry.remove()
            entry.save()
        return entry, weights.files

    def _fetch_small_files(self, entry: Entry) -> None:
        with locked(entry.folder, self.client):
            fetch_small_files(self.client, entry.module, entry.files)
            entry.has_small_files = True
            entry.save()

    def _report_reading(self, share: float, text: str) -> None:
        self.wire.report(_DOWNLOAD[1] + (1 - _DOWNLOAD[1]) * share, text)

    def _same(self, store: Store) -> Callable[[StoredTensor, StoredTensor, Rows], bool]:
        def same(tensor: StoredTensor, chosen: StoredTensor, _rows: Rows) -> bool:
            if tensor.shape != chosen.shape or not tensor.is_readable:
                return False
            is_same, all_bytes = store.same(chosen.name, tensor.name)
            if is_same and not all_bytes:
                self.sampled.append(tensor.name)
            return is_same

        return same

    def _notices(self) -> tuple[Notice, ...]:
        if not self.sampled:
            return ()
        names = ", ".join(quoted(name) for name in self.sampled)
        text = f"{names} agrees with the table in four samples, is counted as a copy, and was not downloaded."
        return (Notice("sampled", text),)


def _output(store: Store, tensor: StoredTensor) -> Rows:
    if tensor.open_rows is None and store.has(tensor.name):
        return tensor.rows()
    return LaterRows(tensor, store)


def _model_files(entry: Entry) -> ModelFiles:
    module = entry.files / entry.module
    homes = (module, entry.files) if entry.module else (entry.files,)
    return ModelFiles(module, (), homes, entry.is_static)


def _close(files: dict[str, RemoteFile]) -> None:
    for file in files.values():
        file.close()
