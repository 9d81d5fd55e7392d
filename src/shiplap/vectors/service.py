"""Embedding services with the interface of OpenAI's: POST URL/embeddings. The client is the library `openai`."""

from __future__ import annotations

import base64
import binascii
import email.utils
import json
import os
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from shiplap.errors import EmbedError, OptionError
from shiplap.extras import require
from shiplap.printable import counted
from shiplap.vectors.model import Model, RequestOptions

if TYPE_CHECKING:
    from shiplap.vectors.types import Matrix

#: The most bytes of an answer for each text: 16,384 dimensions of 40 characters.
ANSWER_BYTES = 16_384 * 40

#: The status of an answer that is not what was asked for.
WRONG = 200

#: The environment variable with the key.
KEY = "OPENAI_API_KEY"

#: The statuses of a refused key, and the codes of errors that no wait ends.
UNAUTHORIZED = (401, 403)
UNPAID = ("insufficient_quota", "billing_hard_limit_reached", "billing_not_active")


class Known(NamedTuple):
    """The tokenizer and the limits of a model."""

    tokenizer: str | None
    max_texts: int
    max_request_tokens: int | None
    max_text_tokens: int | None


#: OpenAI's models (its API reference, `embeddings/create`, read in November 2026).
_OPENAI = Known("cl100k_base", 2048, 300_000, 8192)
KNOWN = {
    "text-embedding-3-small": _OPENAI, "text-embedding-3-large": _OPENAI, "text-embedding-ada-002": _OPENAI,
}  # fmt: skip

#: Any other model: a service that takes fewer texts refuses, and gets fewer.
UNKNOWN = Known(None, 128, None, None)


class Service(Model):
    """A model of a service. A call embeds any number of texts, in as many requests as the limits need."""

    is_service = True

    @classmethod
    def of(cls, name: str, address: str, options: RequestOptions | None) -> Service:
        """Return the model of `URL#MODEL`, or of `MODEL` at OpenAI, or at OPENAI_BASE_URL of the environment.
        Raises OptionError."""
        url, mark, model = address.rpartition("#")
        parts = urlsplit(url)
        is_address = parts.scheme in ("http", "https") and parts.hostname
        if not model or "//" in model or (mark and not is_address):
            rule = "must be openai:URL#MODEL with an http or https URL, or openai:MODEL"
            raise OptionError("embed", name, rule)
        if parts.username or parts.password:
            raise OptionError("embed", name, f"has a password, which does not belong into a name; {KEY}")
        if parts.path.rstrip("/").endswith("/embeddings"):
            raise OptionError("embed", name, "must have the address without /embeddings, which requests append")
        return cls(name, url or None, model, options)

    def __init__(self, name: str, url: str | None, model: str, options: RequestOptions | None = None) -> None:
        library = require("openai", "openai", name)
        known = KNOWN.get(model, UNKNOWN)
        super().__init__(
            name, options, tokenizer=known.tokenizer, max_texts=known.max_texts,
            max_request_tokens=known.max_request_tokens, max_text_tokens=known.max_text_tokens,
        )  # fmt: skip
        key = os.environ.get(KEY)
        self._has_key = bool(key)
        self._headers = {} if key else {"Authorization": library.Omit()}
        self._openai: Any = library
        self._model = model
        self._client: Any = library.OpenAI(
            base_url=url, api_key=key or "none", max_retries=0, timeout=self.options.timeout
        )  # fmt: skip

    def __call__(self, texts: list[str]) -> Matrix:
        from shiplap.vectors.requests import Requests

        return Requests(self).matrix(texts)

    def query(self, texts: list[str]) -> Matrix:
        """Return the vectors of questions: float32, shape (n, d). A failed request is sent again for at most
        `question_patience` seconds."""
        from shiplap.vectors.requests import Requests

        return Requests(self, patience=self.options.question_patience).matrix(texts)

    def request(self, texts: list[str]) -> Matrix:
        """Embed texts by one request. Raises EmbedError, with the status of an answer: `WRONG` for an answer that
        does not have one vector of finite numbers for each text, all of one length; None for no answer."""
        library = self._openai
        try:
            body = self._body(texts)
        except library.APIStatusError as error:
            raise self._refusal(error) from None
        except library.APITimeoutError:
            raise self._fault(f"no answer in {self.options.timeout:g} s") from None
        except (library.APIConnectionError, OSError) as error:
            raise self._fault(f"the connection failed: {_cause(error)}") from None
        return vectors(body, len(texts), self.name)

    def _body(self, texts: list[str]) -> bytes:
        """Send a request, and return the body of the answer. The time limit is for the whole answer: a service
        that sends a byte now and then does not count as answering."""
        limit = self.options.timeout
        end, most = time.monotonic() + limit, len(texts) * ANSWER_BYTES + 100_000
        found = bytearray()
        try:
            with self._client.embeddings.with_streaming_response.create(
                input=texts, model=self._model, encoding_format="base64", extra_headers=self._headers
            ) as response:
                for part in response.iter_bytes():
                    found += part
                    if time.monotonic() > end:
                        raise self._fault(f"no whole answer in {limit:g} s")
                    if len(found) > most:
                        raise EmbedError(self.name, f"the answer is longer than {most} bytes", WRONG)
        except Exception as error:
            if not type(error).__module__.startswith("httpx"):  # raised while the answer is read
                raise
            raise self._fault(f"the connection failed: {_cause(error)}") from None
        return bytes(found)

    def _refusal(self, error: Any) -> EmbedError:
        """Return the error of an answer with a status, and what helps if another request does not."""
        status, body = int(error.status_code), error.body
        facts = body if isinstance(body, dict) else {}
        reason = f"{status}: {' '.join(str(facts.get('message') or error.message).split()):.300}"
        is_unpaid = status == 402 or any(facts.get(name) in UNPAID for name in ("code", "type"))
        if is_unpaid:
            reason += "; the account of the service has no quota or credit left"
        elif status in UNAUTHORIZED:
            reason += f"; the service refuses the key in {KEY}" if self._has_key else f"; {KEY} is not set"
        elif status == 404:
            address = str(self._client.base_url).rstrip("/")
            reason += f"; the request for the model {self._model!r} went to {address}/embeddings"
        found = EmbedError(self.name, reason, status, retry_after(error.response.headers, time.time()))
        found.retryable = found.retryable and not is_unpaid
        return found

    def _fault(self, reason: str) -> EmbedError:
        """Return the error of a request without an answer."""
        error = EmbedError(self.name, reason)
        error.retryable = True
        return error


def _cause(error: BaseException) -> str:
    cause = error.__cause__ or error
    return f"{type(cause).__name__}: {cause}"


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Return the seconds that a service asks to wait, or None. RFC 9110, section 10.2.3; `retry-after-ms` is
    OpenAI's.

    >>> retry_after({"retry-after": "7"}, 0), retry_after({"retry-after-ms": "250"}, 0)
    (7.0, 0.25)
    >>> retry_after({"retry-after": "Thu, 01 Jan 1970 00:01:00 GMT"}, 20), retry_after({"retry-after": "soon"}, 0)
    (40.0, None)
    """
    for name, factor in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        text = headers.get(name, "").strip()
        if text.replace(".", "", 1).isdecimal() and len(text) < 12:
            return float(text) * factor
    try:
        moment = email.utils.parsedate_to_datetime(headers.get("retry-after", ""))
        return max(moment.timestamp() - now, 0.0)
    except (TypeError, ValueError, OverflowError):
        return None


def vectors(body: bytes, number: int, name: str) -> Matrix:
    """Return the vectors of an answer in the order of the texts. Raises EmbedError with the status `WRONG`.

    >>> body = b'{"data": [{"index": 1, "embedding": [0.5, 1]}, {"index": 0, "embedding": [1, 2]}]}'
    >>> vectors(body, 2, "service").tolist()
    [[1.0, 2.0], [0.5, 1.0]]
    >>> vectors(body, 3, "service")
    Traceback (most recent call last):
        ...
    shiplap.errors.EmbedError: service: the answer has 2 vectors for 3 texts
    """
    import numpy as np

    def wrong(reason: str) -> EmbedError:
        return EmbedError(name, reason, WRONG)

    try:
        rows = json.loads(body)["data"]
        assert isinstance(rows, list)
    except (ValueError, KeyError, TypeError, AssertionError, RecursionError):
        raise wrong("the answer is not JSON with a list \"data\"") from None
    if len(rows) != number:
        raise wrong(f"the answer has {counted(len(rows), 'vector')} for {counted(number, 'text')}")
    found: list[Any] = [None] * number
    for at, row in enumerate(rows):
        index = row.get("index", at) if isinstance(row, dict) else None
        if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < number:
            raise wrong(f"the answer has a vector with the index {index!r:.40}")
        if found[index] is not None:
            raise wrong(f"the answer has two vectors with the index {index}")
        found[index] = _numbers(row.get("embedding"), wrong)
    if len({len(each) for each in found}) > 1:
        raise wrong("the answer has vectors of several lengths")
    matrix: Matrix = np.stack(found)
    if not np.isfinite(matrix).all():
        raise wrong("the answer has a number that is not finite")
    return matrix


def _numbers(value: Any, wrong: Any) -> Any:
    """Return a vector, given as numbers or as the base64 of 32-bit numbers."""
    import numpy as np

    try:
        if isinstance(value, str):
            found = np.frombuffer(base64.b64decode(value, validate=True), "<f4")
        else:
            found = np.asarray(value, np.float32)
    except (binascii.Error, ValueError, TypeError, OverflowError):
        found = np.zeros(0, np.float32)
    if found.ndim != 1 or not found.size:
        raise wrong("the answer has a vector that is not a list of numbers")
    return found
