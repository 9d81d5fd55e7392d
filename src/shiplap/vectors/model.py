"""Embedding models: functions from texts to vectors, with a name and the limits of a request."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from shiplap import tokenizers
from shiplap.errors import EmbedError, OptionError, ShiplapError
from shiplap.options import count, seconds
from shiplap.tokenizers.adapter import ByIds
from shiplap.vectors.embedding import BATCH, checked
from shiplap.vectors.types import Embed

if TYPE_CHECKING:
    from shiplap.vectors.types import Matrix

#: The tokenizer that measures texts in characters.
CHARACTERS = "characters"


@dataclass(frozen=True, kw_only=True)
class RequestOptions:
    """Limits of the requests to an embedding model. None leaves a value to the model.

    tokenizer: counts the tokens of texts: a name or an object, as for chunkers, or "characters".
    max_texts: the most texts of a request.
    max_request_tokens: the most tokens of a request, over all its texts.
    max_text_tokens: the most tokens of a text. A longer text is an error; no text is truncated.
    timeout: seconds until an unanswered request to a service counts as failed.
    max_requests_per_minute: requests are sent at equal intervals, so that a minute has no more.
    concurrency: the number of requests that are under way at the same time.
    patience: seconds that a request is sent again (429, 5xx, faults of the connection) before the run ends.
    question_patience: the same for the question of a search: somebody waits for the answer.

    >>> RequestOptions(max_texts=64).max_texts
    64
    >>> RequestOptions(timeout=0)
    Traceback (most recent call last):
        ...
    shiplap.errors.OptionError: timeout=0: must be a number of seconds above 0
    """

    tokenizer: Any = None
    max_texts: int | None = None
    max_request_tokens: int | None = None
    max_text_tokens: int | None = None
    timeout: float = 60.0
    max_requests_per_minute: int | None = None
    concurrency: int = 1
    patience: float = 600.0
    question_patience: float = 10.0

    def __post_init__(self) -> None:
        for name in ("max_texts", "max_request_tokens", "max_text_tokens", "max_requests_per_minute"):
            if getattr(self, name) is not None:
                count(name, getattr(self, name))
        count("concurrency", self.concurrency)
        for name in ("timeout", "patience", "question_patience"):
            seconds(name, getattr(self, name))

    @property
    def config(self) -> dict[str, Any]:
        """The options that differ from the default ones, as plain values."""
        usual = asdict(RequestOptions())
        given = {name: getattr(self, name) for name in usual}
        if self.tokenizer not in (None, CHARACTERS):
            given["tokenizer"] = tokenizers.get(self.tokenizer).config
        return {name: value for name, value in given.items() if value != usual[name]}


def given_options(options: RequestOptions | None, option: str = "options") -> RequestOptions:
    """Return options of requests that were given, or the usual ones. Raises OptionError for another type."""
    if options is None:
        return RequestOptions()
    if not isinstance(options, RequestOptions):
        raise OptionError(option, options, "must be a shiplap.vectors.RequestOptions")
    return options


class Model:
    """An embedding model with a name: a function from a list of texts to one vector each.

    name: as `load_embed` takes it, and the key of its vectors in a store.
    options: as given. max_texts, max_request_tokens, max_text_tokens: the limits, given or those of the model.
    is_service: each request goes over a network, and may be billed.

    `query` embeds questions: some models embed them in another way than the texts that answer them.
    """

    is_service: bool = False

    def __init__(
        self, name: str, options: RequestOptions | None = None, *, tokenizer: Any = None, max_texts: int = BATCH,
        max_request_tokens: int | None = None, max_text_tokens: int | None = None,
    ) -> None:  # fmt: skip
        given = given_options(options)
        self.name: str = name
        self.options: RequestOptions = given
        self.max_texts: int = given.max_texts or max_texts
        self.max_request_tokens: int | None = given.max_request_tokens or max_request_tokens
        self.max_text_tokens: int | None = given.max_text_tokens or max_text_tokens
        chosen = tokenizer if given.tokenizer is None else given.tokenizer
        self._tokenizer = None if chosen is None or chosen == CHARACTERS else tokenizers.get(chosen)
        self._added = (self._tokenizer and self._tokenizer.special_tokens) or 0

    def request(self, texts: list[str]) -> Any:
        """Embed texts by one request: one vector for each text, unchecked."""
        raise NotImplementedError

    def __call__(self, texts: list[str]) -> Matrix:
        """Return the vectors of the texts: float32, shape (n, d). Raises EmbedError for a text that is longer than
        the model's limit."""
        self.check(texts)
        return checked(self.request(texts), len(texts), name=self.name)

    def query(self, texts: list[str]) -> Matrix:
        """Return the vectors of questions: float32, shape (n, d)."""
        return self(texts)

    @property
    def unit(self) -> str:
        """The unit of the limits: "tokens", or "characters" if the model has no known tokenizer."""
        return CHARACTERS if self._tokenizer is None else "tokens"

    @property
    def size_limit(self) -> int | None:
        """The largest size of a text, in `unit`."""
        return min((each for each in (self.max_text_tokens, self.max_request_tokens) if each), default=None)

    def size(self, text: str) -> int:
        """Count the tokens of a text, with those that the tokenizer adds; or its characters."""
        if self._tokenizer is None:
            return len(text)
        try:
            return self._tokenizer.count(text) + self._added
        except ShiplapError:
            raise
        except Exception as error:  # a tokenizer may be a function of the user's
            raise EmbedError(self.name, f"its tokenizer raised {described(error)}") from error

    def excess(self, text: str) -> int | None:
        """Return the size of a text that is longer than `size_limit`, or None for any other text."""
        limit = self.size_limit
        if limit is None or (self.counts_bytes and len(text.encode("utf-8", "replace")) + self._added <= limit):
            return None
        size = self.size(text)
        return size if size > limit else None

    @property
    def counts_bytes(self) -> bool:
        """True if no text has more tokens than bytes in UTF-8, apart from those that the tokenizer adds."""
        return self._tokenizer is None or isinstance(self._tokenizer, ByIds)

    def check(self, texts: list[str]) -> None:
        """Raise EmbedError for a text that is longer than the model's limit."""
        for at, text in enumerate(texts if self.size_limit else ()):
            size = self.excess(text)
            if size is not None:
                reason = f"the text has {size} {self.unit}; the limit is {self.size_limit}"
                raise EmbedError(self.name, reason, row=at)

    def __repr__(self) -> str:
        return f"<embedding model {self.name!r}>"


class FunctionModel(Model):
    """A model that is a function. A call raises EmbedError in place of its exceptions, with them as the cause."""

    def __init__(self, name: str, function: Embed, options: RequestOptions | None = None) -> None:
        super().__init__(name, options)
        self.function: Embed = function

    def request(self, texts: list[str]) -> Any:
        return self.function(texts)

    def __call__(self, texts: list[str]) -> Matrix:
        try:
            return super().__call__(texts)
        except ShiplapError:
            raise
        except Exception as error:
            raise EmbedError(self.name, described(error)) from error


def described(error: Exception) -> str:
    """Return the type of an exception and its first line.

    >>> described(ValueError("no rain\\nanywhere")), described(ZeroDivisionError())
    ('ValueError: no rain', 'ZeroDivisionError')
    """
    text = (str(error).strip().splitlines() or [""])[0]
    return f"{type(error).__name__}: {text:.300}" if text else type(error).__name__
