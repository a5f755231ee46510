"""Configuration and tokenizer of a model, by huggingface_hub, into the program's own cache.

huggingface_hub takes them from its own cache where it has them.
"""

from __future__ import annotations

import logging
from contextlib import contextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from embviz import __version__
from embviz.io.hub.failures import cannot_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from embviz.errors import EmbvizError
    from embviz.io.hub.client import HubClient

_BESIDE = ("tokenizer_config.json", "added_tokens.json", "special_tokens_map.json")
# The first file of a row that there is decides; the others of its row are wanted with it.
_TOKENIZERS = (
    ("tokenizer.json",),
    ("vocab.txt", "bpe.codes", *_BESIDE),
    ("vocab.json", "merges.txt", *_BESIDE),
    ("tokenizer.model", *_BESIDE),
    ("spiece.model", *_BESIDE),
    ("sentencepiece.bpe.model", *_BESIDE),
    ("source.spm", "target.spm", "vocab.json", *_BESIDE),
    ("tekken.json", *_BESIDE),
)


def fetch_small_files(client: HubClient, module: str, into: Path) -> None:
    """Fetch config.json and the files of the tokenizer, those that there are, into a folder.

    Parameters
    ----------
    client
        Says which model and which commit.
    module
        Folder of the repository where the weights lie, empty for the top.
    into
        Gets the files as they lie in the repository.

    Raises
    ------
    EmbvizError
        What `HubClient.open` raises, ``truncated``, ``disk-full`` or ``cache-unwritable``.
    """
    fetcher = _Fetcher(client, into)
    with _quiet():
        fetcher.fetch(f"{module}/config.json" if module else "config.json")
        for place in (f"{module}/", "") if module else ("",):
            for first, *others in _TOKENIZERS:
                if fetcher.fetch(place + first):
                    for name in others:
                        fetcher.fetch(place + name)
                    return


class _Fetcher:
    def __init__(self, client: HubClient, into: Path) -> None:
        self._client = client
        self._into = into
        self._bar = _silent_bar(client)

    def fetch(self, name: str) -> bool:
        """Fetch a file; False when the model has no such file."""
        from huggingface_hub import hf_hub_download
        from huggingface_hub.errors import (
            EntryNotFoundError,
            HfHubHTTPError,
            LocalEntryNotFoundError,
            OfflineModeIsEnabled,
        )

        client = self._client
        # Its HTTP client is called httpx or httpx2, and this is the base of all its errors.
        http_error: type[Exception] = HfHubHTTPError.__mro__[1]
        client.wire.report(0.1, f"Fetching {name}")
        try:
            hf_hub_download(
                client.model,
                name,
                revision=client.commit,
                local_dir=self._into,
                cache_dir=client.options.hub_cache,
                endpoint=client.options.endpoint,
                token=client.options.token or False,
                # Else the connection would be kept open for what may follow.
                headers={"Connection": "close"},
                library_name="embviz",
                library_version=__version__,
                tqdm_class=self._bar,
            )
        except LocalEntryNotFoundError as error:
            # It looked on the disk after the hub had failed it.
            cause = error.__cause__
            if isinstance(cause, HfHubHTTPError):
                return self._absent(cause)
            raise self._failure(cause or error) from error
        except EntryNotFoundError:
            return False
        except HfHubHTTPError as error:
            return self._absent(error)
        except OfflineModeIsEnabled as error:
            raise client.failures.offline_mode() from error
        except OSError as error:
            client.wire.check()
            if error.errno is not None:
                raise cannot_store(self._into, error) from error
            raise self._failure(error) from error
        except http_error as error:
            raise self._failure(error) from error
        return True

    def _absent(self, error: Any) -> bool:
        """Return False for a file that is not there; raise what any other status means."""
        self._client.wire.check()
        response = error.response
        status, headers = int(response.status_code), response.headers
        code = headers.get("X-Error-Code", "")
        if status == HTTPStatus.NOT_FOUND and code not in ("RepoNotFound", "RevisionNotFound"):
            return False
        failure = self._client.failures.of_status(status, code, headers.get("X-Error-Message", ""))
        # It has been patient already.
        raise getattr(failure, "error", failure) from error

    def _failure(self, error: BaseException) -> EmbvizError:
        self._client.wire.check()
        name = type(error).__name__
        if "Timeout" in name:
            return self._client.failures.time_out(self._client.options.timeout)
        if "FileMetadata" in name:
            return self._client.failures.odd("it names no version of the file")
        return self._client.failures.broken_off()


def _silent_bar(client: HubClient) -> type[Any]:
    """Return a progress bar that shows nothing, and where Stop is noticed."""
    from tqdm import tqdm

    def make(bar: Any, *given: Any, **options: Any) -> None:
        tqdm.__init__(bar, *given, **{**options, "disable": True})

    def update(_bar: Any, _n: float | None = 1) -> None:
        client.wire.check()

    # Else tqdm starts a thread that watches over its bars.
    no_monitor = {"monitor_interval": 0}
    return type("SilentBar", (tqdm,), {"__init__": make, "update": update, **no_monitor})


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep huggingface_hub from writing to standard error, and from asking for more than these files.

    What goes wrong is said here in other words. Unless its telemetry is off, it also fetches a list of
    programs from the hub, to describe in each request what runs here.
    """
    from huggingface_hub import constants

    logger = logging.getLogger("huggingface_hub")
    level, silent = logger.level, constants.HF_HUB_DISABLE_TELEMETRY
    logger.setLevel(logging.CRITICAL)
    constants.HF_HUB_DISABLE_TELEMETRY = True
    try:
        yield
    finally:
        logger.setLevel(level)
        constants.HF_HUB_DISABLE_TELEMETRY = silent
