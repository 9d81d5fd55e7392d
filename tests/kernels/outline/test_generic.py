"""Blocks of code without a definition: other languages, and what the outline of a language does not name."""

# ruff: noqa: E501

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap._core.outline import Outliner, convert
from shiplap._core.text import Text
from shiplap._data.code_languages import FUNCTION, KINDS, LANGUAGES, LONG_BRACKETS, TYPE
from shiplap.reference.outline import outline as reference
from shiplap.reference.outline.generic import MAX_LEVEL
from shiplap.reference.outline.state import INNER, LINE
from tests.support.cases import cases

Found = tuple[list[tuple[int, ...]], list[int], list[int]]


def core(text: str, language: str) -> Found:
    rows, lines, ranks = Outliner(language)(Text(text))
    return [tuple(rows[i : i + 9]) for i in range(0, len(rows), 9)], list(lines), list(ranks)


def core_utf8(text: str, language: str) -> Found:
    view = Text(text.encode())
    rows, lines, ranks = Outliner(language)(view)
    for column in range(1, 7):
        rows[column::9] = convert(view, rows[column::9], "characters")
    found = [tuple(rows[i : i + 9]) for i in range(0, len(rows), 9)]
    return found, list(convert(view, lines, "characters")), list(ranks)


@pytest.fixture(params=[reference.outline, core, core_utf8], ids=["reference", "core", "core over UTF-8"])
def outline(request: pytest.FixtureRequest) -> Callable[[str, str], Found]:
    found: Callable[[str, str], Found] = request.param
    return found


def test_a_long_bracket_has_up_to_max_level_signs(outline: Callable[[str, str], Found]) -> None:
    """A string of Lua between brackets with MAX_LEVEL signs contains no function; one sign more begins no string."""
    for level, found in ((MAX_LEVEL - 1, 1), (MAX_LEVEL, 1), (MAX_LEVEL + 1, 2)):
        signs = "=" * level
        text = f"x = [{signs}[\nfunction f()\nend\n]{signs}]\nfunction g()\n  h()\nend\n"
        assert sum(row[0] > 0 for row in outline(text, "lua")[0]) == found


@cases("words, expected", [(31, ["A"]), (32, [])])
def test_a_definition_begins_with_32_words_at_most(outline: Callable[[str, str], Found], words: int, expected: list[str]) -> None:
    """A header of 31 words before `class` is read up to its name; with 32 words the name is not found."""
    text = "public " * words + "class A\n"
    assert [text[row[1] : row[2]] for row in outline(text, "csharp")[0] if row[0]] == expected


@cases("language, text", [
    ("csharp", '@"\nclass A {\n}\n";\n'), ("csharp", 'f(@"\nclass A {\n}\n");\n'), ("powershell", "@'\nclass A {\n}\n'@\n"),
])  # fmt: skip
def test_a_string_of_several_lines_may_begin_its_line(outline: Callable[[str, str], Found], language: str, text: str) -> None:
    """The class in the string is none; the class below it is one."""
    text += "class B {\n}\n"
    assert [text[row[1] : row[2]] for row in outline(text, language)[0] if row[0]] == ["B"]


#: A path, and the head, a block and the foot of a text. "{i}" is the number of the block.
KINDS_OF_BLOCKS = {
    "lua": ("a.lua", "local M = {}\n\n", "-- Doc {i}.\nfunction M.f{i}(a, b)\n  local x = a + {i}\n\n  if x > b then\n    print(x)\n  end\n\n  return x\nend\n\n", "return M\n"),
    "shell": ("a.sh", "#!/bin/sh\n\n", "# Doc {i}.\nf{i}() {{\n  x=$(( $1 + {i} ))\n\n  if [ $x -gt 3 ]; then\n    echo $x\n  fi\n\n  echo done\n}}\n\n", "main\n"),
    "here-document": ("a.sh", "#!/bin/sh\n\n", "if test -n \"$x\"; then\n  cat <<'EOF'\nusage: {i}\n}}\n\nfi\nEOF\n\n  echo \"$x\"\nfi\n\n", "main\n"),
    "here-document of Ruby": ("a.rb", "require 'x'\n\n", "# Doc {i}.\ndef f{i}(a)\n  x = <<~TEXT.strip\nend {i}\n\n  TEXT\n\n  puts x\nend\n\n", "f1\n"),
    "case": ("a.sh", "", "case $x in\na{i})\n  echo a\n  ;;\n\n*)\n  echo b\n  ;;\nesac\n\n", "main\n"),
    "swift": ("a.swift", "struct M {{\n\n".format(), "    /// Doc {i}.\n    @discardableResult\n    func f{i}(a: Int) -> Int {{\n        let x = a + {i}\n\n        if x > 3 {{\n            print(x)\n        }}\n\n        return x\n    }}\n\n", "}\n"),
    "braces of their own": ("a.cs", "namespace N\n{{\n  class M\n  {{\n".format(), "    /// <summary>Doc {i}: \"(</summary>\n    [Fact]\n    public int F{i}(int a)\n    {{\n        var x = a + {i};\n\n        if (x > 3)\n        {{\n            return 3;\n        }}\n\n        return x;\n    }}\n\n", "  }\n}\n"),
    "flat": ("a.php", "<?php\n\n", "/** Doc {i} {{ */\nfunction f{i}($a)\n{{\n$x = $a + {i};\n\nif ($x > 3) {{\necho $x;\n}}\n\nreturn $x;\n}}\n\n", "f1(2);\n"),
    "half-indented braces": ("a.d", "", "int f{i}(int a)\n  {{\n  int x = a + {i};\n\n  return x;\n  }}\n\n", "end();\n"),
    "multi-line header": ("a.kt", "class M {{\n".format(), "    fun f{i}(\n        a: Int,\n        b: Int,\n    ): Int {{\n        val x = a + {i}\n\n        return x\n    }}\n\n", "}\n"),
    "tabs": ("a.scala", "object M {{\n\n".format(), "\t/** Doc {i}. */\n\tdef f{i}(a: Int): Int = {{\n\t\tval x = a + {i}\n\n\t\tif (x > 3) {{\n\t\t\tprintln(x)\n\t\t}}\n\n\t\tx\n\t}}\n\n", "}\n"),
    "perl": ("a.pl", "package M;\n\n", "=pod\n\nDoc {i} {{\n\n=cut\n\n# Doc {i}.\nsub f{i} {{\n    my $x = $_[0] + {i};\n\n    if ($x > 3) {{\n        print $x;\n    }}\n\n    return $x;\n}}\n\n", "1;\n"),
    "julia": ("a.jl", "module M\n\n", "# Doc {i}.\nfunction f{i}(a)\n    x = a + {i}\n\n    if x > 3\n        println(x)\n    end\n\n    return x\nend\n\n", "end\n"),
    "powershell": ("a.ps1", "param()\n\n", "<# Doc {i}\n}}\n#>\nfunction Get-F{i} {{\n    $x = $a + {i}\n\n    if ($x -gt 3) {{\n        Write-Host $x\n    }}\n\n    return $x\n}}\n\n", "Get-F1\n"),
    "elixir": ("a.ex", "defmodule M do\n\n", "  @spec f{i}(integer) :: integer\n  def f{i}(a) do\n    x = a + {i}\n\n    if x > 3 do\n      IO.puts(x)\n    end\n\n    x\n  end\n\n", "end\n"),
    "haskell": ("a.hs", "module M where\n\n", "-- | Doc {i}.\nf{i} :: Int -> Int\nf{i} 0 = 1\nf{i} n = x\n  where\n    x = n + {i}\n\n    y = x\n\n", "main = f1\n"),
    "sql": ("a.sql", "SET x = 1;\n\n", "-- Doc {i}.\nCREATE FUNCTION f{i}(a int) RETURNS int AS $$\nDECLARE\n  x int;\nBEGIN\n  x := a + {i};\n\n  IF x > 3 THEN\n    RETURN 3;\n  END IF;\n\n  RETURN x;\nEND;\n$$ LANGUAGE plpgsql;\n\n", "COMMIT;\n"),
    "terraform": ("a.tf", "", "# Doc {i}.\nresource \"a_b\" \"c{i}\" {{\n  x = {i}\n\n  tags = {{\n    y = 1\n  }}\n\n  z = 2\n}}\n\n", "locals {\n}\n"),
    "pascal": ("a.pas", "unit M;\n\n", "{{ Doc {i}. }}\nprocedure F{i}(a: Integer);\nbegin\n  x := a + {i};\n\n  if x > 3 then\n    Print(x);\n\n  Print(a);\nend;\n\n", "end.\n"),
    "lisp": ("a.el", "", ";; Doc {i}: (\n(defun f{i} (a)\n  (let ((x (+ a {i})))\n    (when (> x 3)\n      (print x))\n\n    x))\n\n", "(provide 'm)\n"),
    "assembly": ("a.s", "    .file \"a.c\"\n\n", "# Doc {i}.\n    .globl f{i}\n    .type f{i}, @function\nf{i}:\n    movl ${i}, %eax\n.L{i}:\n    addl $1, %eax\n\n    jnz .L{i}\n    ret\n\n", ""),
    "assembly at the margin": ("a.asm", "org 100h\n", "; Doc {i}.\nf{i}:\nmov ax, {i}\n\nadd ax, bx\n1:\nret\n", ""),
    "batch": ("a.bat", "@echo off\n", "rem Doc {i}.\n:f{i}\necho {i}\n\nif errorlevel 1 (\n  exit /b 1\n)\ngoto :eof\n\n", ""),
    "stages": ("Dockerfile", "ARG A=1\n\n", "# Doc {i}.\nFROM a:{i} AS b{i}\nRUN a \\\n  && b\n\nCOPY --from=b0 /a /b\nENV A=1\n\n", ""),
    "ada": ("a.adb", "package body M is\n\n", "   -- Doc {i}.\n   procedure F{i} (A : Integer;\n                 B : Integer)\n   is\n      X : Integer;\n   begin\n      X := {i};\n\n      A := X;\n   exception\n      when others =>\n         null;\n   end F{i};\n\n", "end M;\n"),
    "unknown language": ("a.gd", "extends Node\n\n", "# Doc {i}.\nfunc f{i}(a):\n    var x = a + {i}\n\n    if x > 3:\n        print(x)\n\n    return x\n\n", "pass\n"),
    "css": ("a.css", "", "/* Doc {i} {{ */\n.c{i} {{\n  color: red;\n\n  margin: 0;\n\n  padding: 0;\n}}\n\n", "#x {\n}\n"),
    "routes": ("b.js", "const app = express();\n\n", "// Route {i}.\napp.get('/r{i}', (req, res) => {{\n  const x = a + {i};\n\n  if (x > 3) {{\n    res.send(x);\n  }}\n\n  res.end();\n}});\n\n", "app.listen(1);\n"),
    "tests": ("c.test.ts", "describe('x', () => {{\n".format(), "  it('does {i}', async () => {{\n    const x = await a({i});\n\n    expect(x).toBe(3);\n    expect(y).toBe(4);\n  }});\n\n", "});\n"),
    "functions in calls": ("b.js", "", "register('{i}', function handle{i}(a) {{\n  const x = a + {i};\n\n  return x;\n}}, {{\n  once: true,\n\n  late: false,\n}});\n\n", "start();\n"),
    "types of Go": ("e.go", "package a\n\ntype (\n", "\t// Doc {i}.\n\tX{i} struct {{\n\t\ta int\n\n\t\tb string\n\n\t\tc float64\n\t}}\n\n", ")\n"),
    "tables of Go": ("e_test.go", "package a\n\nvar cases = []T{{\n".format(), "\t{{\n\t\tname: \"{i}\",\n\n\t\tx: 1,\n\n\t\ty: 2,\n\t}},\n", "}\n"),
    "statements of Python": ("d.py", "import a\n\n", "# Doc {i}.\nif a == {i}:\n    x = a + {i}\n\n    with open('f') as f:\n        f.write(x)\n\n    print(x)\nelse:\n    y = 1\n\n", "x = 1\n"),
    "calls of Python": ("d.py", "import a\n\n", "app.add(\n    name=\"{i}\",\n    value=[\n        1,\n\n        2,\n    ],\n)\n\n", "x = 1\n"),
    "macros of Rust": ("f.rs", "use a::b;\n\n", "// Doc {i}.\nlazy! {{\n    static ref A{i}: u8 = {{\n        let x = {i};\n\n        x\n    }};\n\n    static ref B{i}: u8 = 1;\n}}\n\n", "use c::d;\n"),
    "fields of Java": ("A.java", "class A {{\n".format(), "  // Doc {i}.\n  static final Map M{i} = Map.of(\n      \"a\", {i},\n\n      \"b\", 2,\n\n      \"c\", 3);\n\n", "}\n"),
}  # fmt: skip


@cases("newline", ["\n", "\r\n"])
@cases("kind", KINDS_OF_BLOCKS)
def test_blocks_that_fit_are_whole(kind: str, newline: str) -> None:
    path, head, block, foot = KINDS_OF_BLOCKS[kind]
    text, spans = head, []
    for i in range(12):
        made = block.format(i=i)
        spans.append((len(text), len(text) + len(made.rstrip())))
        text += made
    text += foot
    shift = [text[:at].count("\n") * (len(newline) - 1) for at in range(len(text) + 1)]
    spans = [(a + shift[a], b + shift[b]) for a, b in spans]
    text = text.replace("\n", newline)
    size = int((spans[0][1] - spans[0][0]) * 1.7)
    ends = [chunk.end for chunk in shiplap.AdaptiveChunker(size, 0, unit="characters").chunk(text, path=path)]
    assert not [text[a:b] for a, b in spans if any(a < end < b for end in ends)]


def names(text: str, found: Found) -> list[str]:
    """Each block: its kind and name, "block" where it defines nothing."""
    return [f"{KINDS[row[0] - 1]} {text[row[1] : row[2]]}" if row[0] else "block" for row in found[0]]


NAMES = [
    ("csharp", "namespace A.B\n{\n  public class C<T> : D\n  {\n    public C(int a)\n    {\n    }\n\n    [X]\n    async Task<int> F(\n      int a)\n    {\n    }\n    int g = f(1,\n      2);\n  }\n}\n",
     ["module A.B", "class C", "method C", "method F", "block"]),
    ("kotlin", "@X\ndata class A(val a: Int)\n\nfun <T> List<T>.f(a: T) {\n}\n\ncompanion object {\n}\nfun `a b`() = 1\n",
     ["class A", "function List<T>.f", "class ", "function a b"]),
    ("swift", "extension A.B {\n  init?(a: Int) {\n  }\n\n  static func == (a: A, b: A) -> Bool {\n  }\n}\nprotocol P {}\n",
     ["impl A.B", "method init", "method ==", "interface P"]),
    ("scala", "case class A(a: Int)\nobject B {\n  private[b] def f(a: Int) = {\n  }\n  def +(a: Int) =\n    a\n}\n",
     ["class A", "class B", "method f", "method +"]),
    ("php", "<?php\nfinal class A {\n  #[X]\n  public static function f() {\n  }\n}\ninterface B {}\n",
     ["class A", "method f", "interface B"]),
    ("ruby", "module A::B\n  class C < D\n    def self.f?(a)\n      1\n    end\n    def []=(a, b)\n      1\n    end\n  end\nend\n",
     ["module A::B", "class C", "method self.f?", "method []="]),
    ("lua", "local function f()\nend\nfunction A.b:c()\nend\nA.d = function(x)\n  y()\nend\n",
     ["function f", "function A.b:c", "function A.d"]),
    ("shell", "function f {\n  x\n}\ng-h() {\n  x\n}\nif x; then\n  y\nfi\n", ["function f", "function g-h", "block"]),
    ("sql", "CREATE OR REPLACE FUNCTION a.f(x int) AS $$\n  SELECT 1;\n$$;\n\ncreate table if not exists t (\n  a int\n);\n",
     ["function a.f", "struct t"]),
    ("r", "f <- function(x) {\n  x\n}\ng = function(y)\n  y\n", ["function f", "function g"]),
    ("perl", "package A::B;\nsub f {\n  1;\n}\nmy $g = sub {\n  1;\n};\n", ["module A::B", "function f", "function $g"]),
    ("dart", "class A extends B {\n  A(this.x);\n\n  Future<int> f(int a) async {\n    return 1;\n  }\n}\n\nvoid main() {\n  a();\n}\n",
     ["class A", "method f", "function main"]),
    ("zig", "pub fn f(a: u8) void {\n  x();\n}\n", ["function f"]),
    ("haskell", "data A = B\n  | C\n\nf :: Int\nf = 1\n\ninstance X A where\n  g = 2\n", ["type A", "function f", "impl X"]),
    ("elixir", "defmodule A.B do\n  @doc \"\"\"\n  x\n  \"\"\"\n  def f(a) do\n    a\n  end\nend\n", ["module A.B", "function f"]),
    ("julia", "mutable struct A\n  a\nend\n\nfunction Base.show(io)\n  a\nend\n", ["struct A", "function Base.show"]),
    ("powershell", "function Get-A {\n  x\n}\n", ["function Get-A"]),
    ("terraform", "resource \"a\" \"b\" {\n  c = 1\n}\n", ["type b"]),
    ("objective-c", "@implementation A\n\n- (void)f\n{\n  x();\n}\n\n@end\n", ["class A", "method f"]),
    ("kotlin", "fun interface A {\n  operator fun invoke(): Int\n}\nfun Map<A, B?>.f() = 1\nfun A?.g() = 1\n@X(\n  a = 1,\n)\nclass B\n",
     ["interface A", "method invoke", "function Map<A, B?>.f", "function A?.g", "class B"]),
    ("swift", "class A {\n  deinit { x() }\n  class func f() {}\n  public\n  func g() {}\n}\n",
     ["class A", "method deinit", "method f", "method g"]),
    ("scala", "class A(a: Int)\nextends B\nwith C {\n  def f =\n    g()\n  override /* x */\n  def h = 1\n}\n@X(1) // x\ncase class D\n",
     ["class A", "method f", "method h", "class D"]),
    ("csharp", "class A\n{\n  [X(1,\n    2)]\n  [return: Y]\n  static int F(\n    int a\n  )\n  {\n  }\n  int G(int a) =>\n    a;\n}\n",
     ["class A", "method F", "method G"]),
    ("php", "<?php\n#[A(\n  b: 1\n)]\nclass C {\n  function &f() {\n  }\n}\n", ["class C", "method f"]),
    ("haskell", "f :: A -> A\nf 1 = do\n#if X\n  g\n#else\n  h\n#endif\n  where\n    a = 1\nf 2 = b\n", ["function f", "block", "block"]),
    # a directive belongs to the definition below it, of any column
    ("csharp", "class A\n{\n#if X\n    void F()\n    {\n    }\n#endif\n}\n", ["class A", "method F"]),
    # a key defines nothing
    ("powershell", "@{\n  Filter = (a)\n  enum = @(\n    b\n  )\n}\n", ["block", "block"]),
    ("terraform", "resource \"a\" \"b\" {\n  provider = c\n  data = {\n    d = 1\n  }\n}\n", ["type b", "block"]),
    ("ruby", "f(\n  module: 1,\n  class: {\n    a: 1\n  }\n)\ndef ==(x)\nend\n", ["block", "block", "function =="]),
    # a modifier before a parenthesis or a colon is a name
    ("php", "<?php\nclass A {\n  public function operator(B $b): C\n  {\n  }\n}\n", ["class A", "method operator"]),
    ("scala", "class A {\n  override def value: Int = 1\n  def companion: B[C] = D\n}\n", ["class A", "method value", "method companion"]),
    ("vim", "function! a#b#F(x) abort\n  x\nendfunction\n", ["function a#b#F"]),
    ("powershell", "$a.GetEnumerator() | ForEach-Object {\n  x\n}\nfunction Restart-Computer {\n  x\n}\n",
     ["block", "function Restart-Computer"]),
    ("elixir", "defmodule A do\n  def f(%{\n        a: a\n      }) do\n    a == ~s[\'\'\']\n  end\n  def g(a), do: ~S(\"\"\")\n  def h do\n    1\n  end\nend\n",
     ["module A", "function f", "function g", "function h"]),
    ("sql", "INSERT INTO a VALUES\n  (1),\n  (2);\ncreate procedure p() as\nbegin\n  x;\nend;\n", ["block", "block", "function p"]),
    ("groovy", "def f(x) {\n  x\n}\n", ["function f"]),
    ("julia", "abstract type A end\ntype = 1\n", ["type A"]),
    ("powershell", "function script:Set-A($a) {\n  x\n}\n", ["function script:Set-A"]),
    ("objective-c", "@interface A\n- (void)f:(int)a g:(int)b;\n@end\n@implementation A\n+ (int)f\n{\n  x();\n}\n@end\nstatic int g(int a) {\n  x();\n}\n",
     ["interface A", "method f", "class A", "method f", "function g"]),
    ("dart", "class A\n    with B\n    implements C {\n  static int f(int a) =>\n      a;\n}\n", ["class A", "block", "method f"]),
    ("other", "class A:\n  b\n", ["block"]),
    ("powershell", "class A : B {\n  [int]$x\n  A([int]$a) {\n    x\n  }\n  static [int[]] F(\n    [int]$a\n  ) {\n    if ($a) {\n      y\n    }\n  }\n}\n$s = @'\nfunction g {\n'@\nfunction h {\n  x\n}\n",
     ["class A", "method A", "method F", "block", "block", "function h"]),
    ("r", "f <-\n  function(a,\n           b) {\n    a\n  }\n`my g` <-\nfunction(a) {\n  a\n}\n`%+%` <- function(a, b)\n  a\nh = \\(a) {\n  a\n}\nk <-\n  c(1,\n    2)\n",
     ["function f", "block", "function my g", "function %+%", "function h", "block", "block"]),
    ("julia", "function Base.:+(a, b)\n  a\nend\nfunction Base.:(==)(a, b)\n  a\nend\n", ["function Base.:+", "function Base.:(==)"]),
    ("dart", "class A {\n  int? get x {\n    return 1;\n  }\n  A operator +(A a) {\n    return a;\n  }\n  A operator [](int a) {\n    return a;\n  }\n}\nextension type B(int a) {\n}\n",
     ["class A", "method x", "method +", "method []", "impl B"]),
    ("csharp", "class A {\n  static A operator +(A a)\n  {\n  }\n  static explicit operator int(A a)\n  {\n  }\n}\nfile class B\n{\n  T F<U>(\n    U u)\n      where U : X\n  {\n  }\n}\n",
     ["class A", "method +", "method int", "class B", "method F", "block"]),
    ("ruby", "def x=(a)\n  1\nend\ndef <=>(a)\n  1\nend\ndef self.[](a)\n  1\nend\n", ["function x=", "function <=>", "function self.[]"]),
    ("swift", "struct A {\n  static func < (a: A, b: A) -> Bool {\n    x\n  }\n  prefix static func - (a: A) -> A {\n    x\n  }\n}\n",
     ["struct A", "method <", "method -"]),
    ("zig", "pub const A = struct {\n  a: u8,\n};\nconst B = packed union(enum) {\n  a,\n};\nconst C = 1;\nvar d: u8 = 1;\n", ["struct A", "struct B"]),
    ("haskell", "module A\n  ( f ) where\n\nimport B\n  ( g )\n\na <+> b = a\n\nclass (A a) => B a where\n  c :: a\n\ntype family F a where\n  F A = B\n",
     ["block", "block", "function <+>", "class B", "type F"]),
    ("sql", "CREATE TABLE \"a b\" (\n  c int\n);\nCREATE TABLE [dbo].[T] (\n  c int\n);\n", ["struct a b", "struct T"]),
    ("shell", "a::b() {\n  x\n}\nc.d-e() {\n  x\n}\n", ["function a::b", "function c.d-e"]),
    ("shell", "f() (\n  x\n)\ncat <<<x\ng() {\n  y\n}\n", ["function f", "function g"]),
    ("shell", "f() {\n  cat <<", ["function f"]),
    ("shell", "f(", []), ("shell", "(", []),  # nothing before a text is read
    ("lua", "local f <const> = function(a)\n  a()\nend\nlocal A <close> = {\n  1,\n}\n", ["function f", "block"]),
    ("php", "<?php\nfunction f() { return <<<X\nfunction g() {\nX; }\nfunction h() {\n  k(<<<'Y'\n  Yes\n  Y, 1);\n}\n",
     ["function f", "function h", "block"]),
    ("perl", "sub f {\n  g(<<A, <<'B');\nsub x {\nA\nsub y {\nB\n}\n1;\n__END__\nsub h {\n  1\n}\n", ["function f", "block"]),
    ("ruby", "def f\n  x\nend\n__END__\ndef g\nend\n", ["function f"]),
    ("ruby", "def f\n  __END__\n  y\nend\n", ["function f"]),
    ("sql", "INSERT INTO a\n  VALUES (1)\nGO\nINSERT INTO b\n  VALUES (2)\ngo\n\nCREATE PROCEDURE [a].[p] AS\nBEGIN\n  x;\nEND\nGO\n",
     ["block", "block", "function p"]),
    ("sql", "CREATE PACKAGE BODY a AS\n  x;\nEND;\n/\nSELECT 1;\nBEGIN;\nx;\n", ["module a"]),
    ("sql", "DELIMITER //\nCREATE DEFINER=`a`@`b` PROCEDURE `c`.`d`(x int)\nBEGIN\n  y;\nEND //\nDELIMITER ;\n", ["function d"]),
    ("sql", "create table a.\"B c\" (\n  d int\n);\ncreate table `a`.e (\n  d int\n);\ncreate table if not exists [f] (\n  d int\n);\n",
     ["struct B c", "struct e", "struct f"]),
    ("dart", "class A {\n  void operator []=(int a, int b) {\n    x();\n  }\n  W f(B b) => C(\n    d: e,\n  );\n  W g(\n    B b,\n  ) => C(\n    d,\n  );\n}\nextension on B {\n}\n",
     ["class A", "method []=", "method f", "method g", "impl B"]),
    ("csharp", "class A\n{\n  string s = @\"a \"\"{\n}\n\";\n  T F(int a) => x(\n    a);\n  string m = \"a@\";\n  void G()\n  {\n  }\n}\n",
     ["class A", "block", "method F", "method G"]),
    ("haskell", "x `op` y = x\n  where\n    z = 1\n(<+>) a b = a\n(x:xs) <+> y\n  | y = 1\nf' x = 1\nf x = 2\nf !x = 3\nf [] = 4\n",
     ["function op", "block", "function <+>", "function f'", "function f"]),
    ("haskell", "pattern P x = Q x\n  where\n    y = 1\n", ["block", "block"]),
    ("tcl", "oo::class create A {\n  constructor {} {\n    x\n  }\n  method b-c {} {\n    x\n  }\n}\nitcl::class D {\n}\nproc ::a::b {} {\n  x\n}\n",
     ["class A", "method constructor", "method b-c", "class D", "function ::a::b"]),
    ("r", "setMethod(\"show\", \"A\", function(x) {\n  x\n})\nA <- R6::R6Class(\"A\", list(\n  f = function() {\n    1\n  }\n))\nsetClass('B',\n  c(x = 1))\n",
     ["function show", "class A", "method f", "class B"]),
    ("julia", "module A\nconst X = let\n  a\nend\n@inline function f(x)\n  x\nend\ng(x) = 1\nh(x::Int) where {T} =\n  x\nk(x) == 2 ||\n  y\n# let\nx = \"let\"\nend\nz = 1\n",
     ["module A", "block", "function f", "function h", "block", "block"]),
    ("elixir", "defmodule A do\n  def a <> b do\n    a\n  end\n  def f(a) when a > 1 do\n    a\n  end\nend\n", ["module A", "function <>", "function f"]),
    ("groovy", "class A {\n  private <T> T f(Class<T> a) {\n    a\n  }\n}\n", ["class A", "method f"]),
    ("vim", "function! s:F(a) abort\n  x\nendfunction\n", ["function s:F"]),
    ("julia", "\"Doc of f.\"\nfunction f(x)\n  x\nend\n\"a\" * \"b\"\ng()\n", ["function f"]),
    ("matlab", "function [y, n] = f(x)\n% Doc.\n  y = x;\nend\n\nfunction g\n  h;\n\nclassdef A < B\n  properties\n    c\n  end\nend\n",
     ["function f", "function g", "class A", "block"]),
    ("erlang", "%% Doc.\n-spec f(integer()) -> float().\nf(T) when T > 0 ->\n    a;\nf(_) ->\n    b.\n\ng([]) ->\n    case x of\n        y -> z\n    end.\n",
     ["function f", "function g", "block"]),
    ("prolog", ":- module(a, [f/1]).\n\n/* Doc.\n*/\nf([]).\nf([A|B]) :-\n    g(A),\n    f(B).\n% g\ng(A) :-\n    A > 1.\n",
     ["function :-", "function f", "function g"]),
    ("smalltalk", "!A methodsFor: 'b'!\nb\n\t\"It rains.\"\n\n\t^b!\n\nc: d\n\td do: [:each |\n\t\teach e].\n\t^b! !\n",
     ["block", "block", "block"]),
    ("haskell", "type alias A =\n    { a : B\n    }\n\nf : A -> A\nf x =\n    x\n", ["type A", "block", "function f"]),
    ("objective-c", "% A level.\nfunction y = f(x)\n  y = x;\nend\n", ["function f"]),
    ("visual-basic", "Namespace A\n  ' Doc.\n  Public Class B\n    Private Async Function F(ByVal a As Date) As T\n      x()\n    End Function\n    Property P As String\n  End Class\nEnd Namespace\n",
     ["module A", "class B", "method F", "method P"]),
    ("sql", "WITH a AS (\n  SELECT 1\n),\n\n-- b\nb AS (\n  SELECT 2\n)\n\nSELECT *\nFROM a;\n\nSELECT (\n  1\n)\n\nSELECT 2;\n",
     ["block", "block"]),
    ("shell", "cat <<\\EOF\nf() {\n  EOF\nEOF\ng() {\n  x\n}\n", ["block", "function g"]),
    # an empty string between two brackets ends at once
    ("lua", "x = [[]]\nfunction f()\nend\ny = [[a]]\n", ["function f"]),
    # a string whose only escape is two quotes: an empty one, and one that ends with an escaped quote
    ("csharp", "s = @\"\";\nclass C\n{\n}\nt = \"a\";\n", ["class C"]),
    ("csharp", "s = @\"a\"\"\";\nclass C\n{\n}\nt = \"a\";\n", ["class C"]),
    # here-documents: the word may end with a digit, and does not begin with one; after a space it has no small letter
    ("perl", "x(<<A1);\nsub f {\nA1\n", ["block"]),
    ("perl", "x(<<0);\nsub f {\n0\n}\n", ["function f"]), ("perl", "x(<<1);\nsub f {\n1\n}\n", ["function f"]),
    ("perl", "x(<<9);\nsub f {\n9\n}\n", ["function f"]),
    ("perl", "x(<< A);\nsub f {\nA\n", ["block"]), ("perl", "x(<< a);\nsub f {\na\n}\n", ["function f"]),
    ("perl", "x(<< z);\nsub f {\nz\n}\n", ["function f"]),
    # it ends in a later line, at the first line with its word, and each two marks begin one
    ("php", "A(<<<A\nfunction f() {\nA);\n", ["block"]),
    ("php", "<?php\n$a = <<<A\nx\nA;\nfunction f() {\n}\nA;\n", ["block", "function f"]),
    ("perl", "f(<<<<A);\nA\nsub f {\nA\n", ["block"]),
    ("shell", "cat <<A <<<x\nf() {\nA\ng() {\n  y\n}\n", ["block", "function g"]),
    ("shell", "cat <<<x\nf() {\n  y\nx\n}\n", ["function f"]),
    # an arrow inside the parameters is no arrow after them
    ("csharp", "class A\n{\n  x F (a => b,\n    c);\n  x G(a => b,\n    c);\n}\n", ["class A", "block", "block"]),
    # no name: that of a parameter, one before a hyphen or after a dot; a type in brackets after a name is of Lua alone
    ("php", "function(a) {\n}\n", ["function "]), ("groovy", "a b-(c) {\n}\n", ["block"]),
    ("kotlin", "fun ?.f() {\n}\n", ["function "]), ("perl", "my $f <a> = sub {\n  x\n};\n", ["block"]),
    ("kotlin", "class A:B {\n}\n", ["class A"]),
    # an apostrophe is in a name, and does not begin one; G8: operators of one sign, and names up to the last letter
    ("haskell", "class A' where\n  x\n", ["class A'"]), ("haskell", "class 'A where\n  x\n", ["class "]),
    ("haskell", "(+) a b = a\n", ["function +"]), ("haskell", "zip x = 1\n", ["function zip"]),
    # neither a word without a name nor what follows a colon defines anything
    ("java", "interface {\n}\n", ["block"]),
    ("typescript", "class A {\n  a: b() {\n  }\n}\n", ["class A", "block"]),
    # a directive of several lines
    ("c", "int a;\n#define F(x) \\\n  do { \\\n  } while (0)\nint f(void)\n{\n}\n", ["block", "function f"]),
    ("c", "int a[] = {\n#define F \\\n  1\n  F,\n};\nint f(void)\n{\n#define G \\\n  1\n}\n", ["block", "function f"]),
    ("pascal", "procedure F;\nvar\n  a: Integer;\nbegin\n  x;\nend;\n\nvar\n  b: Integer;\n", ["function F", "block"]),
]  # fmt: skip


@cases(("language", "text", "expected"), NAMES)
def test_names(outline: Callable[[str, str], Found], language: str, text: str, expected: list[str]) -> None:
    assert names(text, outline(text, language)) == expected


@pytest.mark.parametrize("indent", ["\t", " " * 17, " " * 15 + "\t", "\t" * 18, "\t" * 3 + " " * 20, "\t \t\t", "\f  "])
def test_a_wide_indentation_is_inside(outline: Callable[[str, str], Found], indent: str) -> None:
    text = f"x:\n{indent}y = 1\n{indent}z = 2\n{indent} a\nb\n"
    assert outline(text, "other") == reference.outline(text, "other")


def test_in_lua_one_word_defines_something() -> None:
    lua = LANGUAGES["lua"]
    assert {word for word, role in lua.roles.items() if FUNCTION <= role <= TYPE} == {"function"}
    assert [name for name, each in LANGUAGES.items() if each.flags & LONG_BRACKETS] == ["lua"]


@pytest.mark.parametrize(
    "line", ["x = function()", "x = \\(a) a", "x = y -- function", "x =", "x = [[\nfunction]]", "local x, y = 1,", "x.functions = 2", "x <- "]
)
def test_a_name_of_lua_may_be_assigned(outline: Callable[[str, str], Found], line: str) -> None:
    text = f"do\n  {line}\n  y()\n  function f()\n    z = 1\n  end\nend\n{line}\n  function() end\n"
    assert outline(text, "lua") == reference.outline(text, "lua")


def test_what_follows_the_end_of_the_code_is_cut_at_paragraphs(outline: Callable[[str, str], Found]) -> None:
    """G13"""
    text = "sub f {\n  1\n}\n\n__END__\na\nb\n\n\nsub g {\n\n}\n"
    _, lines, ranks = outline(text, "perl")
    assert [text[at : text.find("\n", at)] for at, rank in zip(lines, ranks, strict=True) if rank == 0] == [
        "", "__END__", "", "sub g {", "", "}",
    ]  # fmt: skip


def test_a_body_of_sql_ends_at_its_mark(outline: Callable[[str, str], Found]) -> None:
    """Also where statements inside are open."""
    first = "CREATE FUNCTION f() RETURNS int AS $$\nSELECT\n  1\n$$;\n"
    text = f"{first}\nSELECT 2\nFROM t;\n"
    row = outline(text, "sql")[0][0]
    assert text[row[3] : row[6]] == first


@cases("language, function", [("perl", "sub f {\n  1\n}\n"), ("ruby", "def f\n  1\nend\n")])
@cases("spaces", [0, 1, 2, 3])
def test_a_comment_before_the_end_of_the_code(
    outline: Callable[[str, str], Found], language: str, function: str, spaces: int
) -> None:
    """G9, G13"""
    comment = " " * spaces + "# c\n"
    text = f"{function}{comment}__END__\n"
    row = outline(text, language)[0][0]
    assert text[row[3] : row[6]] == (function + comment if spaces > 1 else function)


def test_a_command_of_pod_stays_with_the_paragraph_below_it(outline: Callable[[str, str], Found]) -> None:
    """G13"""
    text = "sub f {\n}\n__END__\n\n=head1 A\n\n=head2 b\n\nText.\n\n=over\n\n=item c\n\nMore.\n\n=back\n\n=cut\n"
    _, lines, ranks = outline(text, "perl")
    assert [text[at : text.find("\n", at)] for at, rank in zip(lines, ranks, strict=True) if rank == 0] == [
        "__END__", "", "=head1 A", "", "=over", "", "=back", "", "=cut",
    ]  # fmt: skip


def test_a_header_stays_with_what_follows_it(outline: Callable[[str, str], Found]) -> None:
    """G11"""
    text = "if a {\n  b\n  c\n} else {\n\n  # d\n  e\n  f\n}\n"
    _, lines, ranks = outline(text, "other")
    assert [rank for at, rank in zip(lines, ranks, strict=True) if text[at : at + 3] in ("  b", "  c", "  #", "  e", "  f")] == [
        INNER, LINE, INNER, INNER, 1,
    ]  # fmt: skip


@pytest.mark.parametrize("language", ["kotlin", "csharp", "dart"])
def test_parameters_stay_with_their_header(outline: Callable[[str, str], Found], language: str) -> None:  # G11
    text = "class A(\n  a: B,\n\n  // C.\n  c: D = e(\n    f,\n  ),\n) {\n  g()\n\n  h()\n}\ni(\n  j,\n  k,\n)\n"
    _, lines, ranks = outline(text, language)
    found = {text[line:].partition("\n")[0].strip(): rank for line, rank in zip(lines, ranks, strict=True)}
    assert {found[each] for each in ("a: B,", "// C.", "c: D = e(", "f,", "),", "g()")} == {INNER}
    assert found["h()"] == 1 and found["k,"] == LINE


def test_labels_and_declarations(outline: Callable[[str, str], Found]) -> None:  # G1, G6
    text = "a: b\n c\n.d:\ne\n1:\nf\n  .globl g\n .align 2\ng:\nh\n:i\n::j\nk: l\n"
    _, lines, ranks = outline(text, "assembly")
    found = {text[line:].partition("\n")[0].strip(): rank for line, rank in zip(lines, ranks, strict=True)}
    assert [each for each, rank in found.items() if rank == 0] == [".globl g", ":i", "k: l"]
    assert found["g:"] == found[".align 2"] == INNER


@pytest.mark.parametrize("line", [".", "%", ".@(b)", "%[c]", ".<d>", ". e"])
@pytest.mark.parametrize("language", ["assembly", "dockerfile", "batch"])
def test_a_mark_without_a_word_is_no_annotation(outline: Callable[[str, str], Found], language: str, line: str) -> None:
    """G6: a full stop or per cent sign belongs to a word right after it, and is nothing else"""
    assert outline(f"{line}\nf\ng\n", language) == ([], [len(line) + 1, len(line) + 3], [LINE, LINE])


@pytest.mark.parametrize("gap", ["", "\n"])
def test_a_comment_below_a_header_of_python_stays_with_it(outline: Callable[[str, str], Found], gap: str) -> None:
    text = f"def f(a,\n      b):\n{gap}    # c\n    # d\n    e\n    # g\n    h\n\n\n# i\ndef j(): k\n\n# l\nm\n"
    _, lines, ranks = outline(text, "python")
    found = {text[line:].partition("\n")[0].strip(): rank for line, rank in zip(lines, ranks, strict=True)}
    assert found["# c"] == found["# d"] == found["e"] == INNER and found["# g"] == LINE
    assert found["# i"] == found["# l"] == 0


def test_the_last_line_after_the_end_of_the_code_is_in_its_paragraph(outline: Callable[[str, str], Found]) -> None:
    """G13"""
    _, lines, ranks = outline("sub f {\n}\n__END__\nsub g {\n}", "perl")
    assert dict(zip(lines, ranks, strict=True)) == {8: INNER, 10: 0, 18: INNER, 26: INNER}


#: Texts of Julia with a function, in which the second line opens a block or does not, and with a second function.
OPENED = [
    ("x = let", 2), ("x = function", 2), ("x = abstract type", 2), ("x = struct", 2), ("x = let y end", 1), ('x = "let"', 1),
]


@cases("line, ends", OPENED)
def test_words_that_open_a_block_inside_a_line(outline: Callable[[str, str], Found], line: str, ends: int) -> None:
    first = f"function f()\n{line}\n" + "end\n" * ends
    text = f"{first}function g()\n  1\nend\n"
    rows = outline(text, "julia")[0]
    assert [(row[0], text[row[3] : row[6]]) for row in rows if row[0]] == [(1, first), (1, text[len(first) :])]


#: Texts that end inside a name or after a word that a name should follow: what they define.
CUT_SHORT = [
    ("zig", "const x = extern", []), ("sql", "CREATE DEFINER=`a`", []), ("lua", "local f <const>", []),
    ("julia", "Base.:", []), ("sql", "create table [dbo]", ["struct dbo"]), ("go", "func() { func x {", []),
    ("kotlin", "fun <", ["function <"]), ("kotlin", "fun <T>", ["function "]), ("kotlin", "fun A?.", ["function A?"]),
    ("kotlin", "fun .+", ["function "]), ("lua", "local f <", []), ("dart", "int get x", []), ("php", "static", []),
    ("scala", "def", ["function "]), ("ruby", "def", ["function "]), ("elixir", "def a <", ["function a"]),
    ("csharp", "A operator", []), ("javascript", "function f() {\n} (", ["function f"]),
]


@cases("language, text, expected", CUT_SHORT)
def test_texts_that_are_cut_short(outline: Callable[[str, str], Found], language: str, text: str, expected: list[str]) -> None:
    assert names(text, outline(text, language)) == expected


@cases("count, expected", [(7, ["block"]), (8, ["function x"])])
def test_here_documents_without_an_end(outline: Callable[[str, str], Found], count: int, expected: list[str]) -> None:
    """After MAX_FAILURES here-documents without an end no other is searched for, in the same line neither."""
    text = "".join(f"x <<A{number};\n" for number in range(count))
    for rest in ("<<A", "<<A, <<B, <<C"):
        whole = f"{text}f({rest});\nsub x {{\nA\n"
        assert names(whole, outline(whole, "perl")) == expected


def test_a_bracket_closes_a_statement_with_its_own_column(outline: Callable[[str, str], Found]) -> None:
    """G3: a second bracket belongs to the closed statement, as the open statement around it has another column."""
    inner = "    g {\n    }\n    )\n"
    text = f"f(a, {{\n{inner}x(\n  y)\n"
    assert [text[row[3] : row[6]] for row in outline(text, "csharp")[0]] == [f"f(a, {{\n{inner}", inner, "x(\n  y)\n"]


def test_a_second_body_of_a_statement_is_not_that_of_its_first_definition(outline: Callable[[str, str], Found]) -> None:
    """The enumeration ends with its own brace."""
    assert [row[6] for row in outline("f( enum { } ) {", "c")[0]] == [11]


@cases("text", [
    "Usage: tool [options]\nRuns the tool.\n\nOptions:\n-r --range <range>\n        Print the range.\n\n-l\n        Read loosely.\n",
    "Usage: tool [options]\nRuns the tool.\n\nOptions:\n\n-r --range <range>\n        Print the range.\n\n-l\n        Read loosely.\n",
    "a b\nall:\n    c d\n    e f\n",
])
def test_no_line_right_after_a_colon_is_a_place_to_cut(outline: Callable[[str, str], Found], text: str) -> None:  # G11
    _, starts, ranks = outline(text, "other")
    rank_at = dict(zip(starts, ranks, strict=True))
    colon = text.rindex(":\n")
    first = colon + 2 + text[colon + 2 :].startswith("\n")
    assert rank_at[text.rindex("\n", 0, colon) + 1] < INNER
    assert {rank_at[at] for at in (colon + 2, first)} == {INNER}


def test_an_attribute_begins_no_block(outline: Callable[[str, str], Found]) -> None:
    """G12: the lines of a function that an attribute begins do not belong to the statement before."""
    text = "mod a {\n    use b;\n    #[test]\n    fn f() {\n        x();\n    }\n}\n"
    assert names(text, outline(text, "rust")) == ["module a", "function f"]


#: Texts, and what is put into their lines.
SEEDS = sorted({text for _, text, _ in NAMES} | {f"{a}{b.format(i=1)}{b.format(i=2)}{c}" for _, a, b, c in KINDS_OF_BLOCKS.values()})
PUT = [*"{}()[]\"'`<>=!@#$:;/,. -é", "=>", "::", "<<A", '@"', "end", "__END__", "GO", "BEGIN;", "#[a]", 3 * '"', "/*", "A", "\t"]


@st.composite
def changed(draw: st.DrawFn) -> str:
    """A text of which some lines are changed."""
    lines = draw(st.sampled_from(SEEDS)).split("\n")
    for _ in range(draw(st.integers(0, 4))):
        k, other = draw(st.integers(0, len(lines) - 1)), draw(st.sampled_from(lines))
        at = draw(st.integers(0, len(lines[k])))
        put = lines[k][:at] + draw(st.sampled_from(PUT)) + lines[k][at:]
        made = draw(st.sampled_from([[], [lines[k], ""], [lines[k].strip()], [lines[k][:at]], [other, lines[k]], ["  " + lines[k]], [put]]))
        lines = [*lines[:k], *made, *lines[k + 1 :]] or [""]
    return draw(st.sampled_from(["\n", "\n", "\r\n"])).join(lines)


@given(text=changed(), language=st.sampled_from(list(LANGUAGES)))
def test_changed_texts_are_read_as_by_the_reference(text: str, language: str) -> None:
    assert core(text, language) == reference.outline(text, language) == core_utf8(text, language)


@pytest.mark.parametrize(
    ("language", "package"),
    [("sh", "bash"), ("shell", "bash"), ("terraform", "hcl"), ("objective-c", "objc"), ("csharp", "c-sharp")],
)
def test_the_package_of_a_grammar(language: str, package: str) -> None:
    pytest.importorskip("tree_sitter")
    try:
        assert shiplap.outline("", language, parser="tree-sitter").parser == "tree-sitter"
    except shiplap.OptionError as error:
        assert f"pip install tree-sitter-{package}" in str(error)


def test_no_path_is_needed() -> None:
    _, head, block, foot = KINDS_OF_BLOCKS["lua"]
    text = head + "".join(block.format(i=i) for i in range(12)) + foot
    for fenced in (text, f"Text.\n\n```lua\n{text}```\n"):
        chunks = shiplap.AdaptiveChunker(200, 0, unit="characters").split_text(fenced)
        assert sum("function" in chunk and "return x\nend" in chunk for chunk in chunks) >= 6
        assert all(chunk.count("function") == chunk.count("return x\nend") for chunk in chunks)
