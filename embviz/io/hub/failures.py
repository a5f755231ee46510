"""What goes wrong between here and the hub, each in one sentence and with what to do."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from pathlib import Path

from embviz.errors import EmbvizError
from embviz.io.hub.ids import DEFAULT_ENDPOINT
from embviz.io.tables.plain import one_line, quoted


class HubChanged(Exception):  # noqa: N818 - handled by beginning anew
    """The model on the hub is another than a moment ago."""


class PassingFailure(Exception):  # noqa: N818 - it may pass; the error is inside
    """A failure that may pass by itself.

    Parameters
    ----------
    error
        What the user is told when it does not pass.
    wait
        Seconds that the hub asked to wait, None when it said nothing.
    """

    def __init__(self, error: EmbvizError, wait: float | None = None) -> None:
        super().__init__(str(error))
        self.error = error
        self.wait = wait


@dataclass(frozen=True)
class Failures:
    """The errors of one model.

    Attributes
    ----------
    model
        Its id on the hub.
    endpoint
        Where the hub is.
    has_token
        Whether a token was sent.
    """

    model: str
    endpoint: str
    has_token: bool = False

    @property
    def hub(self) -> str:
        """What the hub is called in a sentence."""
        if self.endpoint == DEFAULT_ENDPOINT:
            return "the Hugging Face hub"
        return f"the hub at {one_line(self.endpoint.partition('://')[2] or self.endpoint)}"

    def of_status(self, status: int, code: str = "", said: str = "", wait: float | None = None) -> Exception:
        """Return what to raise for a status that is not an answer.

        Parameters
        ----------
        status
            HTTP status.
        code, said
            The hub's ``X-Error-Code`` and ``X-Error-Message``.
        wait
            Seconds of its ``Retry-After``.
        """
        if code in ("RepoNotFound", "RevisionNotFound") or status in (404, 410):
            return self.missing()
        if status == 401 and self.has_token and "invalid" in said.lower():
            return self.bad_token()
        if status in (401, 403):
            return self.gated()
        if status == 429:
            return PassingFailure(self.rate_limited(), wait)
        if status >= 500 or status == 408:
            return PassingFailure(self.server(status), wait)
        return self.server(status)

    def missing(self) -> EmbvizError:
        """There is no such model, or it is private."""
        secret = "" if self.has_token else " If it is a private model, log in with “hf auth login” first."
        return EmbvizError(
            f"There is no file or folder {quoted(self.model)} here, and no such model on {self.hub}.",
            code="missing",
            hint=f"Check the spelling.{secret}",
        )

    def gated(self) -> EmbvizError:
        """The model is given only to those who asked for it."""
        page = f"{self.endpoint}/{self.model}"
        if self.has_token:
            hint = (
                f"Ask for access on {page} with the account of your token, or use a token that may read it."
            )
        else:
            hint = f"Ask for access on {page}, then log in with “hf auth login” or set HF_TOKEN."
        return EmbvizError(
            f"{quoted(self.model)} is gated: {self.hub} gives it only to accounts that have access.",
            code="gated",
            hint=hint,
        )

    def bad_token(self) -> EmbvizError:
        """The token itself is refused."""
        return EmbvizError(
            f"{_capital(self.hub)} does not accept your token.",
            code="bad-token",
            hint="Log in again with “hf auth login”, or remove HF_TOKEN: public models need none.",
        )

    def rate_limited(self) -> EmbvizError:
        """Too many requests."""
        more = "" if self.has_token else ", or log in with “hf auth login”, which allows more requests"
        return EmbvizError(
            f"{_capital(self.hub)} has had too many requests from here.",
            code="rate-limited",
            hint=f"Wait some minutes and try again{more}.",
        )

    def server(self, status: int) -> EmbvizError:
        """The hub is not well."""
        return EmbvizError(
            f"{_capital(self.hub)} failed (HTTP status {status}).",
            code="hub-failed",
            hint="Try again later; what was already downloaded is kept.",
        )

    def offline(self) -> EmbvizError:
        """No connection can be made."""
        return EmbvizError(
            f"There is no file or folder {quoted(self.model)} here, and {self.hub} cannot be reached.",
            code="offline",
            hint="Check the spelling and the internet connection, then try again.",
        )

    def broken_off(self) -> EmbvizError:
        """A connection broke in the middle and could not be made again."""
        return EmbvizError(
            f"The connection to {self.hub} broke off.",
            code="broken-off",
            hint="Open the table again: the download goes on from where it broke.",
        )

    def untrusted(self, reason: str) -> EmbvizError:
        """The hub's certificate is not accepted."""
        return EmbvizError(
            f"The identity of {self.hub} could not be checked: {reason}.",
            code="certificate",
            hint="Check the computer's clock, and set SSL_CERT_FILE if a proxy has certificates of its own.",
        )

    def time_out(self, seconds: float) -> EmbvizError:
        """No answer in time."""
        return EmbvizError(
            f"{_capital(self.hub)} did not answer for {seconds:.0f} seconds.",
            code="time-out",
            hint="Try again; a download goes on from where it stopped.",
        )

    def bad_endpoint(self) -> EmbvizError:
        """The address of the hub is none."""
        return EmbvizError(
            f"The hub's address {quoted(self.endpoint)} is not one.",
            code="bad-endpoint",
            hint="Correct HF_ENDPOINT (such as https://huggingface.co), or unset it.",
        )

    def offline_mode(self) -> EmbvizError:
        """The user wants no network."""
        return EmbvizError(
            f"There is no copy of {quoted(self.model)} here, and HF_HUB_OFFLINE forbids to fetch one.",
            code="offline-mode",
            hint="Unset HF_HUB_OFFLINE, or open the model once while it is unset.",
        )

    def no_ranges(self, size: int | None) -> EmbvizError:
        """The server would send the whole file."""
        whole = "the whole file" if size is None else f"the whole file of {megabytes(size)}"
        return EmbvizError(
            f"{_capital(self.hub)} cannot send a part of a file, only {whole}.",
            code="no-ranges",
            hint="Download the model yourself and open its folder, or set HF_ENDPOINT to another mirror.",
        )

    def short(self, file_name: str, got: int, promised: int) -> EmbvizError:
        """Answers keep ending before their time."""
        return EmbvizError(
            f"{quoted(file_name)} arrived cut off: {got:,} of {promised:,} bytes.",
            code="truncated",
            hint="Try again later; if it stays so, the hub or a proxy in between is broken.",
        )

    def changed(self) -> EmbvizError:
        """The model is no longer what it was."""
        return EmbvizError(
            f"{quoted(self.model)} was changed on {self.hub} while it was being read.",
            code="hub-changed",
            hint="Open it again; if that does not help, wait some minutes.",
        )

    def odd(self, what: str) -> EmbvizError:
        """The answer makes no sense."""
        return EmbvizError(
            f"{_capital(self.hub)} gave an answer that makes no sense: {what}.",
            code="hub-failed",
            hint="Try again later; a proxy in between may be the cause.",
        )

    def only_pickle(self) -> EmbvizError:
        """There is no safetensors file."""
        return EmbvizError(
            f"{quoted(self.model)} has only pytorch_model.bin files, of which no part can be fetched.",
            code="only-pickle",
            hint=f"Download it whole with “hf download {self.model}” and open it again.",
        )

    def only_gguf(self, file: str) -> EmbvizError:
        """There are only GGUF files."""
        return EmbvizError(
            f"{quoted(self.model)} holds only GGUF files, of which no part can be fetched.",
            code="only-gguf",
            hint=f"Download one with “hf download {self.model} {one_line(file)}” and open that file.",
        )

    def nothing(self, forms: str = "") -> EmbvizError:
        """There are no weights that can be read."""
        holds = f", only in other forms ({forms})" if forms else ""
        return EmbvizError(
            f"{quoted(self.model)} on {self.hub} has no weights as safetensors{holds}.",
            code="nothing-here",
            hint="Choose a model with a file model.safetensors.",
        )

    def in_use(self) -> EmbvizError:
        """Another window fetches the same table."""
        return EmbvizError(
            f"Another embviz is downloading {quoted(self.model)} at this moment.",
            code="in-use",
            hint="Wait until it has finished.",
        )


def disk_full(folder: Path, needed: int, free: int | None = None) -> EmbvizError:
    """Return the error for a disk without room for ``needed`` bytes."""
    left = "" if free is None else f", of which {megabytes(free)} are free"
    return EmbvizError(
        f"The table needs {megabytes(needed)} on the disk of {folder}{left}.",
        code="disk-full",
        hint="Make room on the disk, or remove tables of the cache.",
    )


def cannot_store(folder: Path, error: OSError, needed: int = 0) -> EmbvizError:
    """Return what the user is told when the cache cannot be written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return disk_full(folder, needed)
    reason = (error.strerror or "the system refused").lower()
    return EmbvizError(
        f"The cache folder {folder} cannot be written: {reason}.",
        code="cache-unwritable",
        hint="Change its permissions, or set EMBVIZ_HOME to a folder that you may write.",
    )


def megabytes(size: int) -> str:
    """Return a number of bytes for people: ``154 MB``, ``2.10 GB``, ``12.5 kB``."""
    for unit, name in ((1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")):
        if size >= unit:
            value = size / unit
            return f"{value:.{0 if value >= 100 else 1 if value >= 10 else 2}f} {name}"
    return f"{size} bytes"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
