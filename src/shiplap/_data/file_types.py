"""Kind and language of the content of a file, by its name. Plain data, our own."""

#: Languages by extension; files of these are code as a whole.
EXTENSIONS = {
    ".py": "python", ".pyi": "python", ".pyw": "python", ".pyx": "python", ".pxd": "python",
    ".js": "javascript", ".mjs": "javascript", ".cjs": "javascript", ".jsx": "javascript",
    ".ts": "typescript", ".tsx": "typescript", ".mts": "typescript", ".cts": "typescript",
    ".java": "java", ".c": "c", ".h": "c",
    ".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp", ".hh": "cpp", ".hpp": "cpp", ".hxx": "cpp",
    ".go": "go", ".rs": "rust",
    ".cs": "csharp", ".rb": "ruby", ".rake": "ruby", ".php": "php", ".swift": "swift", ".kt": "kotlin",
    ".kts": "kotlin", ".scala": "scala", ".sc": "scala", ".groovy": "groovy", ".gradle": "groovy",
    ".sh": "shell", ".bash": "shell", ".zsh": "shell", ".ksh": "shell", ".fish": "fish", ".ps1": "powershell",
    ".psm1": "powershell", ".pl": "perl", ".pm": "perl", ".lua": "lua", ".tcl": "tcl", ".vim": "vim",
    ".r": "r", ".jl": "julia", ".sql": "sql", ".hs": "haskell", ".ml": "ocaml", ".mli": "ocaml", ".fs": "fsharp",
    ".ex": "elixir", ".exs": "elixir", ".erl": "erlang", ".elm": "elm", ".nim": "nim", ".cr": "crystal",
    ".clj": "clojure", ".cljs": "clojure", ".lisp": "lisp", ".el": "lisp", ".scm": "scheme", ".rkt": "racket",
    ".dart": "dart", ".zig": "zig", ".m": "objective-c", ".mm": "objective-c", ".cu": "cpp", ".vb": "visual-basic",
    ".bas": "visual-basic", ".vbs": "visual-basic",
    ".f90": "fortran", ".f95": "fortran", ".pas": "pascal", ".adb": "ada", ".ads": "ada", ".sv": "verilog",
    ".v": "verilog", ".svh": "verilog", ".mk": "make", ".dockerfile": "dockerfile", ".bzl": "python",
    ".star": "python", ".bat": "batch", ".cmd": "batch", ".purs": "purescript",
    ".vhd": "vhdl", ".vhdl": "vhdl", ".tf": "terraform", ".hcl": "terraform", ".awk": "awk",
    ".coffee": "coffeescript",
    ".sol": "solidity", ".graphql": "graphql", ".gd": "gdscript", ".css": "css", ".scss": "scss", ".less": "less",
    ".cmake": "cmake", ".proto": "protobuf", ".thrift": "thrift", ".prisma": "prisma", ".gql": "graphql",
    ".cob": "cobol", ".cbl": "cobol", ".ino": "cpp", ".sbt": "scala", ".nix": "nix", ".bicep": "bicep",
    ".jsonnet": "jsonnet", ".libsonnet": "jsonnet", ".glsl": "glsl", ".hlsl": "hlsl", ".wgsl": "wgsl",
    ".rego": "rego", ".cue": "cue", ".qml": "qml", ".hx": "haxe", ".asm": "assembly", ".s": "assembly",
    ".gemspec": "ruby", ".podspec": "ruby", ".ru": "ruby", ".bats": "shell", ".psd1": "powershell",
    ".tfvars": "terraform", ".f": "fortran", ".for": "fortran", ".f03": "fortran", ".f08": "fortran",
    ".cpy": "cobol", ".dpr": "pascal", ".lpr": "pascal", ".hrl": "erlang", ".cljc": "clojure", ".edn": "clojure",
    ".nims": "nim", ".sass": "scss", ".vue": "vue", ".svelte": "svelte", ".pp": "puppet",
    ".prolog": "prolog", ".yap": "prolog", ".gawk": "awk", ".st": "smalltalk",
}  # fmt: skip

#: Languages by the name of a file, in small letters, whatever its extension.
FILE_NAMES = {
    "dockerfile": "dockerfile", "containerfile": "dockerfile", "makefile": "make", "gnumakefile": "make",
    "cmakelists": "cmake", "jenkinsfile": "groovy", "gemfile": "ruby", "rakefile": "ruby", "vagrantfile": "ruby",
    "podfile": "ruby", "brewfile": "ruby", "justfile": "make", "snakefile": "python", "sconstruct": "python",
}  # fmt: skip

#: Files of these are one table.
TABLE_EXTENSIONS = (".csv", ".tsv", ".psv")

#: The grammar of the others; where nothing is known, the text itself decides. The name before ".txt" counts, as in
#: "index.rst.txt".
GRAMMARS = {
    ".md": "markdown", ".markdown": "markdown", ".mdx": "markdown", ".mkd": "markdown", ".qmd": "markdown",
    ".rst": "rst", ".rest": "rst", ".txt": "auto", ".text": "auto",
    ".adoc": "asciidoc", ".asciidoc": "asciidoc", ".wiki": "mediawiki", ".mediawiki": "mediawiki", ".org": "org",
    ".tex": "latex", ".latex": "latex", ".ltx": "latex", ".pod": "pod",
    ".texi": "texinfo", ".texinfo": "texinfo", ".txi": "texinfo",
    ".man": "man", ".mdoc": "man", ".roff": "man",
    ".html": "html", ".htm": "html", ".xhtml": "html",
}  # fmt: skip

#: Those of `GRAMMARS` that say nothing of a text.
TEXT_EXTENSIONS = (".txt", ".text")

#: What `content_type` may name besides the languages of code: a grammar, or "table" for a text that is one.
FORMATS = (
    "markdown", "html", "plain", "rst", "asciidoc", "mediawiki", "org", "latex", "pod", "texinfo", "man",
    "changelog", "table",
)  # fmt: skip

#: Other names that the words after a fence have for a language.
ALIASES = {
    "py": "python", "python3": "python", "pycon": "python", "ipython": "python", "cython": "python",
    "js": "javascript", "jsx": "javascript", "mjs": "javascript", "node": "javascript",
    "ts": "typescript", "tsx": "typescript", "c++": "cpp", "cxx": "cpp", "cc": "cpp", "hpp": "cpp", "h": "c",
    "golang": "go", "rs": "rust", "sh": "shell", "bash": "shell", "zsh": "shell", "console": "shell",
    "c#": "csharp", "cs": "csharp", "rb": "ruby", "yml": "yaml", "kt": "kotlin", "objc": "objective-c",
    "ksh": "shell", "ps1": "powershell", "pwsh": "powershell", "ex": "elixir", "jl": "julia", "tf": "terraform",
    "hcl": "terraform", "hs": "haskell", "pl": "perl",
}  # fmt: skip
