"""The formats of structured data and of records of lines, and what names them. Plain data, our own."""

from __future__ import annotations

from typing import NamedTuple

#: The formats, which are content types.
FORMATS = ("json", "xml", "yaml", "toml", "ini", "env", "diff", "po", "log")


class RecordKind(NamedTuple):
    """Beginnings of the lines of one kind of record.

    heads: beginnings of the first lines of records. more: others, which do not show the kind. above: beginnings of
        lines that belong to the record below them. ends: beginnings of the last lines of records.
    beside: beginnings of other lines; if there are any, the kind counts only if a line has one of them.
    lines: the lines that a record has at least. is_first: the kind counts only if the first line that is no
        comment begins with one of `heads` or of `above`. in_logs: it counts among lines with a time, too.
    """

    heads: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    above: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    lines: int = 1
    is_first: bool = False
    in_logs: bool = False


#: What an entry of a library begins with (BibTeX).
ENTRIES = tuple(
    f"@{name}{bracket}"
    for word in (
        "article", "book", "booklet", "comment", "dataset", "inbook", "incollection", "inproceedings", "manual",
        "mastersthesis", "misc", "online", "phdthesis", "preamble", "proceedings", "software", "string",
        "techreport", "thesis", "unpublished",
    )
    for name in (word, word.capitalize(), word.upper())
    for bracket in "{("
)  # fmt: skip

#: Failures of tests, which may begin behind a long list of all tests: of Go (`-v`), pytest, cargo, unittest,
#: GoogleTest, Go, Jest, Vitest, .NET, CTest and Catch2.
TEST_KINDS = (
    RecordKind(("=== RUN ",), in_logs=True),
    RecordKind(("__________",), more=("==========",), in_logs=True),
    RecordKind(
        ("---- ",), more=("failures:", "test result: "), beside=("thread '", "failures:", "test "), in_logs=True
    ),
    RecordKind(("=" * 70,), more=("Ran ",), beside=("FAIL: ", "ERROR: "), in_logs=True),
    RecordKind(("[ RUN      ] ",), more=("[----------] ", "[==========] ", "[  PASSED  ] "), in_logs=True),
    RecordKind(("--- FAIL: ",), more=("--- PASS: ", "--- SKIP: ", "ok  \t", "?   \t"), in_logs=True),
    RecordKind(
        ("  ● ",), more=("FAIL ", "PASS ", "Tests: ", "Test Suites: "), above=("FAIL ",), in_logs=True
    ),
    RecordKind((" FAIL  ",), more=(" RUN  ", " Test Files  "), in_logs=True),
    RecordKind(
        ("  Failed ",), more=("  Passed ", "  Skipped ", "Failed!  - ", "[xUnit.net "), above=("[xUnit.net ",),
        beside=("  Error Message:",), in_logs=True,
    ),
    RecordKind(
        ("    Start ", "     Start ", "      Start ", "       Start "), beside=("Test project ",), in_logs=True
    ),
    RecordKind(("-" * 79,), more=("=" * 79,), beside=("." * 79,), lines=6, in_logs=True),
)  # fmt: skip

#: Kinds of records that other rules recognise by the first lines of a text: the slow log of MySQL, events of
#: Windows, tests, requests of Rails, calls of AWS Lambda, cards and dates, tests in the Test Anything Protocol.
FAMILIAR_KINDS = (
    RecordKind(("# Time: ",), in_logs=True),
    RecordKind(("# User@Host: ",), in_logs=True),
    RecordKind(("Log Name: ",), in_logs=True),
    RecordKind(("Event[",), in_logs=True),
    *TEST_KINDS,
    RecordKind(
        ("Started GET ", "Started POST ", "Started PUT ", "Started PATCH ", "Started DELETE ", "Started HEAD "),
        in_logs=True,
    ),
    RecordKind(("START RequestId: ",), in_logs=True),
    RecordKind(("BEGIN:VCARD", "BEGIN:VEVENT", "BEGIN:VTODO", "BEGIN:VJOURNAL"), in_logs=True),
    RecordKind(("ok ", "not ok ", "# Subtest: "), in_logs=True),
)  # fmt: skip
#: Kinds of records whose lines have a time nowhere else, or in few lines: those, and steps of jobs; reports of
#: Erlang, tasks, hosts; messages of hospitals and of trade, resources; keys and certificates; coverage; metrics;
#: directories, packages, journals; keys of a registry, terms; entries of libraries, games, families; sequences,
#: molecules, spectra; mails; stacks of threads.
RECORD_KINDS = (
    *FAMILIAR_KINDS,
    RecordKind(("##[group]", "##[section]", "section_start:", "::group::"), in_logs=True),
    RecordKind(
        (
            "=ERROR REPORT====", "=INFO REPORT====", "=WARNING REPORT====", "=CRASH REPORT====",
            "=PROGRESS REPORT====", "=SUPERVISOR REPORT====",
        ),
        in_logs=True,
    ),
    RecordKind(("TASK [",), more=("PLAY [", "RUNNING HANDLER [", "PLAY RECAP "), in_logs=True),
    RecordKind(("Nmap scan report for ",), in_logs=True),
    RecordKind(("MSH|",), is_first=True),
    RecordKind(("UNH+",), is_first=True),
    RecordKind(("Name:    ",), is_first=True),
    RecordKind(("-----BEGIN ",), ends=("-----END ",)),
    RecordKind(("SF:",), ends=("end_of_record",)),
    RecordKind(("# HELP ", "# TYPE "), above=("# HELP ", "# TYPE ", "# UNIT "), is_first=True),
    RecordKind(("dn: ", "dn:: ")),
    RecordKind(("__CURSOR=",)),
    RecordKind(("Package: ",)),
    RecordKind(("[HKEY_", "[-HKEY_")),
    RecordKind(("[Term]",), more=("[Typedef]", "[Instance]")),
    RecordKind(("TY  - ",)),
    RecordKind(("PMID- ",)),
    RecordKind(("[Event ",), is_first=True),
    RecordKind(("0 @",), more=("0 HEAD", "0 TRLR")),
    RecordKind(("LOCUS  ", "ID   ", "# STOCKHOLM"), ends=("//",), is_first=True),
    RecordKind(ends=("$$$$",)),
    RecordKind(("BEGIN IONS",)),
    RecordKind(("WARC/1.",), is_first=True),
    RecordKind(("Thread ",), is_first=True),
    RecordKind(("From ",), is_first=True),
    RecordKind((">",), is_first=True),
    RecordKind(ENTRIES, more=("@",), is_first=True),
    RecordKind(("@",), lines=4, is_first=True),
)  # fmt: skip
#: What a line that is a comment above the first record begins with.
COMMENT_MARKS = ("#", "%", ";", "!")
#: What follows the time in a line of a log of PostgreSQL that belongs to the line before.
DETAILS = ("DETAIL:  ", "HINT:  ", "STATEMENT:  ", "CONTEXT:  ", "QUERY:  ", "LOCATION:  ")
#: What lines of tracebacks begin with that are not indented; after the first, indented lines and the exception
#: follow.
TRACES = (
    "Traceback (most recent call last)", "During handling of the above exception", "The above exception was the",
    "Caused by: ", "Suppressed: ",
)  # fmt: skip
#: What follows the place of a message of a compiler, and what is in the line that introduces one.
MESSAGES = (": error: ", ": warning: ", ": fatal error: ")
INTRODUCTIONS = ("In file included from ", ": In ")
#: The same for the core: each with a zero behind it, and one more.
TRACE_MARKS = "\0".join((*TRACES, "")).encode()

#: The format of each extension.
EXTENSIONS = {
    ".json": "json", ".jsonl": "json", ".ndjson": "json", ".json5": "json", ".jsonc": "json", ".geojson": "json",
    ".jsonld": "json", ".webmanifest": "json", ".avsc": "json",
    ".yaml": "yaml", ".yml": "yaml",
    ".toml": "toml",
    ".xml": "xml", ".xsd": "xml", ".xsl": "xml", ".xslt": "xml", ".rss": "xml", ".atom": "xml", ".svg": "xml",
    ".kml": "xml", ".gpx": "xml", ".plist": "xml", ".wsdl": "xml", ".tei": "xml",
    ".ini": "ini", ".cfg": "ini", ".properties": "ini", ".desktop": "ini", ".service": "ini",
    ".editorconfig": "ini",
    ".env": "env",
    ".diff": "diff", ".patch": "diff",
    ".po": "po", ".pot": "po",
    ".log": "log", ".tap": "log", ".vcf": "log", ".ics": "log", ".fasta": "log", ".fa": "log", ".fna": "log",
    ".faa": "log", ".fastq": "log", ".fq": "log", ".ldif": "log", ".bib": "log", ".ris": "log", ".nbib": "log",
    ".reg": "log", ".pem": "log", ".obo": "log", ".mbox": "log", ".pgn": "log", ".prom": "log",
}  # fmt: skip

#: Other names of the formats: what fences and people say.
ALIASES = {
    "jsonl": "json", "ndjson": "json", "json5": "json", "jsonc": "json", "yml": "yaml", "cfg": "ini",
    "properties": "ini", "dotenv": "env", "patch": "diff", "udiff": "diff", "gettext": "po", "svg": "xml",
    "rss": "xml", "logs": "log",
}  # fmt: skip
