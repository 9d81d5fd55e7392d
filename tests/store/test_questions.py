"""Search by words: questions in plain language, spellings, and the ranking."""

from __future__ import annotations

import math
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap import AdaptiveChunker, FixedChunker
from shiplap.store import Store, postings
from shiplap.store import ranking as module
from shiplap.store.function_words import function_words, language_of
from shiplap.store.terms import located, terms

LONG = FixedChunker(1000, 0)


def put(store: Store, **documents: str) -> None:
    store.put_many(LONG.chunk(text, document_id=name) for name, text in documents.items())


def ids(store: Store, words: str, **options: object) -> list[str]:
    return [hit.document_id for hit in store.search(words, **options)]  # type: ignore[arg-type]


# ---- questions

HANDBOOK = {
    "thanks": "I thank those who helped me: I do not know how I could have written a book as I did.",
    "firewall": "The firewall is configured by rules. Configuring it takes one file.",
    "mail": "The server is configured to send mail, and the rules of a domain are in one file.",
    "disk": "The disk is divided into partitions by the installer.",
}


def test_a_question_finds_what_it_is_about() -> None:
    """ "I" is rare in a handbook: a search for all words of the question finds the acknowledgments first."""
    with Store(":memory:") as store:
        put(store, **HANDBOOK)
        assert ids(store, "How do I configure a firewall?", match="any") == ["firewall", "mail"]
        assert ids(store, "how do I", match="any") == ["thanks"]  # nothing else is in the question


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Wie konfiguriere ich eine Firewall?", ["konfiguriere", "firewall"]),
        ("Comment configurer l'accès à un serveur ?", ["configurer", "acces", "serveur"]),
        ("¿Cómo puedo configurar el servidor?", ["configurar", "servidor"]),
        ("Как мне настроить сервер?", ["настроить", "сервер"]),
        ("What's Ann's IT budget?", ["ann", "it", "budget"]),
        ('what does "to be" mean', ["to be", "mean"]),
        ("does the* rain", ["the", "rain"]),
        ("DO I CONFIGURE", ["configure"]),
        ("what may I?", ["what", "may", "i"]),
        ("may I (US) sleep", ["us", "sleep"]),
        ("die hard", ["die", "hard"]),
        ("明日の天気は", ["明日", "日の", "の天", "天気", "気は"]),
    ],
)
def test_function_words_are_left_out(question: str, found: list[str]) -> None:
    from shiplap.store.stems import said

    assert [" ".join(group[0].tokens) for group in said(question)] == found


def test_languages_of_questions() -> None:
    assert language_of(terms("Warum ist das so?")) == "de"
    assert language_of(terms("Waarom is dat zo?")) == "nl"
    assert language_of(["firewall"]) is None
    lists = function_words()
    assert all(lists.values()) and {"en", "de", "fr", "es", "it", "pt", "ru"} <= set(lists)
    assert all(terms(word) == [word] for words in lists.values() for word in words)


def test_forms_of_english_words_in_questions() -> None:
    with Store(":memory:") as store:
        put(store, a="Configuring firewalls", b="Mail", c="The configuration of firewalls and mail")
        assert set(ids(store, "how is a firewall configured", match="any")) == {"a", "c"}
        assert ids(store, "firewall configured", match="any") == []  # no function word names the language
        assert set(ids(store, "firewall configured", match="any", language="en")) == {"a", "c"}


def test_forms_count_as_one_word() -> None:
    """A rare form of a word weighs no more than the common form does."""
    with Store(":memory:") as store:
        put(store, rare="raining here", **{f"r{k}": "rains here" for k in range(9)}, x="sun", y="sun")
        hits = store.search("how does it rain", match="any")
        assert len(hits) == 10 and len({hit.score for hit in hits}) == 1


# ---- spellings


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("strasse", "in der Straße"), ("Straße", "in der STRASSE"), ("2.0.1", "since v2.0.1."),
        ("v2.0.1", "in 2.0.1"),
        ("files", "ﬁles"), ("full", "ＦＵＬＬ"), ("resume", "Résumé"), ("résumé", "resume"), ("lodz", "Łódź"),
        ("smorrebrod", "Smørrebrød"), ("coeur", "cœur"), ("Mueller", "Herr Mueller"), ("Müller", "Mueller"),
        ("Århus", "Aarhus"), ("istanbul", "İSTANBUL"), ("αθηνα", "Ἀθηνᾶ"), ("ель", "ёль"),
        ("замок", "за\u0301мок"), ("שלום", "שָׁלוֹם"),
        ("محمد", "مُحَمَّد"), ("utf-8", "UTF8"), ("UTF8", "utf-8"), ("5 GHz", "5GHz"), ("x2", "x²"),
        ("silben", "Sil\xadben"),
        ("फिल्म", "फ़िल्म"), ("ガイド", "ｶﾞｲﾄﾞ"), ("3.11", "Python3.11"), ("2024", "٢٠٢٤"),
    ],
)  # fmt: skip
def test_spellings(words: str, text: str) -> None:
    with Store(":memory:") as store:
        put(store, a=text, b="other")
        for match in ("all", "any"):
            assert ids(store, words, match=match) == ["a"]
        assert "[" in store.search(words)[0].snippet


def test_german_digraphs() -> None:
    with Store(":memory:") as store:
        put(store, a="Müller", b="dos")
        assert ids(store, "Mueller", language="de") == ids(store, "Wer ist Mueller?", match="any") == ["a"]
        assert ids(store, "Mueller") == ids(store, "does") == []


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("hi", "हिन्दी"), ("か", "が"), ("naive", "native"), ("мои", "мой"), ("іжа", "їжа"), ("2.0.1", "2.0.10"),
    ],
)  # fmt: skip
def test_other_words(words: str, text: str) -> None:
    with Store(":memory:") as store:
        put(store, a=text)
        assert ids(store, words) == []


@given(st.text())
def test_terms_are_folded_once(text: str) -> None:
    found = terms(text)
    assert terms(" ".join(found)) == found or any(unicodedata.category(char) == "Lo" for char in "".join(found))
    assert [*located(text).terms] == found
    assert all(text[start:end] for start, end in zip(located(text).starts, located(text).ends, strict=True))


@given(st.text("aZé19.-_ßﬁ ²東ガ\u0301\xad\u200d"))
def test_located_terms(text: str) -> None:
    where = located(text)
    assert where.terms == terms(text)
    assert where.starts == sorted(where.starts)
    wanted = set(where.terms[::2])
    assert located(text, wanted).terms == [term for term in where.terms if term in wanted]


# ---- ranking


def scores(texts: list[str], words: list[str], is_all: bool) -> dict[int, float]:
    """BM25 in the plainest Python, as R2 has it."""
    rows = [terms(text) for text in texts]
    mean = sum(map(len, rows)) / len(rows)
    found = {}
    for number, row in enumerate(rows):
        points, held = 0.0, 0
        for word in words:
            df = sum(word in each for each in rows)
            count = row.count(word)
            held += count > 0
            idf = math.log(1 + (len(rows) - df + 0.5) / (df + 0.5))
            points += (
                idf * (module.K1 + 1) * count / (count + module.K1 * (1 - module.B + module.B * len(row) / mean))
            )
        if held == len(words) if is_all else held:
            found[number] = points
    return found


WORDS = ["rain", "sun", "snow", "wind", "hail"]


@given(
    st.lists(st.lists(st.sampled_from(WORDS), min_size=1), min_size=1, max_size=9),
    st.sets(st.sampled_from(WORDS[:3]), min_size=1),
    st.booleans(),
)
def test_ranking_is_bm25(rows: list[list[str]], words: set[str], is_all: bool) -> None:
    texts = [" ".join(row) for row in rows]
    with Store(":memory:") as store:
        store.put_many(LONG.chunk(text, document_id=f"{number}") for number, text in enumerate(texts))
        asked = sorted(words)
        hits = store.search(" ".join(asked), 100, match="all" if is_all else "any")
    expected = scores(texts, asked, is_all)
    assert [int(hit.document_id) for hit in hits] == sorted(
        expected, key=lambda number: (-round(expected[number], 9), number)
    )
    assert all(math.isclose(hit.score, expected[int(hit.document_id)]) for hit in hits)


def test_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same results whatever the size of a block, however the index was updated."""
    texts = [f"w{k % 7} v{k % 3} " + "rain falls " * (k % 5) for k in range(60)]

    def found() -> list[tuple[str, float]]:
        with Store(":memory:") as store:
            put(store, **{f"d{k}": text for k, text in enumerate(texts[:25])})
            store.index()
            put(store, **{f"d{k}": text for k, text in enumerate(texts[25:], 25)})
            return [
                (hit.id, round(hit.score, 9))
                for words in ("rain", "rain w3", '"rain falls" OR v1', "ra*")
                for match in ("all", "any")
                for hit in store.search(words, 50, match=match)
            ]

    expected = found()
    for size in (1, 7, 32):
        for part in (postings, module):
            monkeypatch.setattr(part, "BLOCK", size)
        assert found() == expected
    monkeypatch.setattr(postings, "_HELD", 5)
    assert found() == expected


def test_dead_rows_leave_room_for_others() -> None:
    with Store(":memory:") as store:
        put(store, **{f"d{k:02}": "rain" if k < 10 else "rain sun" for k in range(50)})
        store.index()
        for k in range(9):
            store.delete(f"d{k:02}")
        assert len(store.search("rain", 30)) == 30 and len(store.search("rain", 10**9)) == 41


def test_headings_weigh_more() -> None:
    text = "# Rain\n\n" + "It falls. " * 40 + "\n\n# Sun\n\n" + "It shines in the rain. " + "It is warm. " * 40
    with Store(":memory:") as store:
        store.put(AdaptiveChunker(prose=60, max_context=20).chunk(text, document_id="d"))
        first = store.search("rain")[0]
        assert "[Rain]" in first.snippet


def test_long_texts_and_repeated_terms() -> None:
    """Counts and lengths beyond those that a record holds."""
    with Store(":memory:") as store:
        store.put(FixedChunker(1_000_000, 0).chunk("rain " * 70_000 + "sun", document_id="a"))
        put(store, b="sun rain")
        assert ids(store, "sun") == ["b", "a"] and set(ids(store, "rain")) == {"a", "b"}
