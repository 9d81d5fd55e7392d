"""The formats of structured data and of records of lines, and what names them. Plain data, our own."""

from __future__ import annotations

#: The formats, which are content types.
FORMATS = ("json", "xml", "yaml", "toml", "ini", "env", "diff", "po", "log")

#: What a record of a log begins with whose lines have a time nowhere else, or in few lines: the slow log of MySQL,
#: events of Windows, tests of Go and of pytest, requests of Rails.
HEADS = (
    "# Time: ", "# User@Host: ", "Log Name: ", "Event[", "=== RUN ", "__________", "Started GET ", "Started POST ",
    "Started PUT ", "Started PATCH ", "Started DELETE ", "Started HEAD ",
)  # fmt: skip
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
HEAD_MARKS = "\0".join((*HEADS, "")).encode()
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
    ".log": "log",
}  # fmt: skip

#: Other names of the formats: what fences and people say.
ALIASES = {
    "jsonl": "json", "ndjson": "json", "json5": "json", "jsonc": "json", "yml": "yaml", "cfg": "ini",
    "properties": "ini", "dotenv": "env", "patch": "diff", "udiff": "diff", "gettext": "po", "svg": "xml",
    "rss": "xml", "logs": "log",
}  # fmt: skip
