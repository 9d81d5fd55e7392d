"""The formats of structured data and of records of lines, and what names them. Plain data, our own."""

from __future__ import annotations

#: The formats, which are content types.
FORMATS = ("json", "xml", "yaml", "toml", "ini", "env", "diff", "po", "log")

#: What a record of a log begins with whose lines have a time nowhere else, or in few lines: the slow log of MySQL,
#: events of Windows, tests of Go and of pytest, requests of Rails, calls of AWS Lambda, cards and dates, tests in
#: the Test Anything Protocol. All beginnings in one row belong to the same kind of record.
HEADS = (
    ("# Time: ",),
    ("# User@Host: ",),
    ("Log Name: ",),
    ("Event[",),
    ("=== RUN ",),
    ("__________",),
    ("Started GET ", "Started POST ", "Started PUT ", "Started PATCH ", "Started DELETE ", "Started HEAD "),
    ("START RequestId: ",),
    ("BEGIN:VCARD", "BEGIN:VEVENT", "BEGIN:VTODO", "BEGIN:VJOURNAL"),
    ("ok ", "not ok ", "# Subtest: "),
)
#: All of them.
ALL_HEADS = tuple(head for kind in HEADS for head in kind)
#: What lines of tracebacks begin with that are not indented; after the first, indented lines and the exception
#: follow.
TRACES = (
    "Traceback (most recent call last)", "During handling of the above exception", "The above exception was the",
    "Caused by: ", "Suppressed: ",
)  # fmt: skip
#: What follows the place of a message of a compiler, and what is in the line that introduces one.
MESSAGES = (": error: ", ": warning: ", ": fatal error: ")
INTRODUCTIONS = ("In file included from ", ": In ")
#: The same for the core: each with a zero behind it, and one more; before a head, the number of its kind.
HEAD_MARKS = "\0".join((*(chr(n) + head for n, kind in enumerate(HEADS, 1) for head in kind), "")).encode()
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
    ".log": "log", ".tap": "log", ".vcf": "log", ".ics": "log",
}  # fmt: skip

#: Other names of the formats: what fences and people say.
ALIASES = {
    "jsonl": "json", "ndjson": "json", "json5": "json", "jsonc": "json", "yml": "yaml", "cfg": "ini",
    "properties": "ini", "dotenv": "env", "patch": "diff", "udiff": "diff", "gettext": "po", "svg": "xml",
    "rss": "xml", "logs": "log",
}  # fmt: skip
