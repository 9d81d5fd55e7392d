"""The outline of code: literals by hand, laws, and the core against the reference on hostile and on real text."""

from __future__ import annotations

import dataclasses
import pathlib
from array import array
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import shiplap
from shiplap._core.outline import Outliner, convert
from shiplap._core.text import Text
from shiplap._data.code_languages import CONTAINERS, FUNCTION, GENERIC, KINDS, LANGUAGES, METHOD, MODULE
from shiplap.reference.outline import outline as reference
from shiplap.reference.outline.literals import MAX_REGEX
from tests.support.cases import cases, few_quick

Rows = list[tuple[int, ...]]
Found = tuple[Rows, list[int], list[int]]
ROOT = pathlib.Path(__file__).resolve().parents[3]
OUTLINERS = {language: Outliner(language) for language in LANGUAGES}


def core(text: str, language: str) -> Found:
    rows, lines, ranks = OUTLINERS[language](Text(text, "surrogatepass"))
    return [tuple(rows[i : i + 9]) for i in range(0, len(rows), 9)], list(lines), list(ranks)


def core_utf8(text: str, language: str) -> Found:
    """The same over UTF-8, its offsets converted."""
    view = Text(text.encode())
    rows, lines, ranks = OUTLINERS[language](view)
    for column in range(1, 7):
        rows[column::9] = convert(view, rows[column::9], "characters")
    found = [tuple(rows[i : i + 9]) for i in range(0, len(rows), 9)]
    return found, list(convert(view, lines, "characters")), list(ranks)


IMPLEMENTATIONS: dict[str, Callable[[str, str], Found]] = {
    "reference": reference.outline, "core": core, "core over UTF-8": core_utf8,
}  # fmt: skip


@pytest.fixture(params=IMPLEMENTATIONS)
def outline(request: pytest.FixtureRequest) -> Callable[[str, str], Found]:
    return IMPLEMENTATIONS[request.param]


def described(text: str, rows: Rows) -> list[str]:
    """Each definition: its kind and name, with > for each one around it; no blocks that define nothing."""
    levels: list[int] = []
    for row in rows:
        levels.append((levels[row[7]] if row[7] >= 0 else -1) + (row[0] > 0))
    return [
        f"{'>' * level}{KINDS[row[0] - 1]} {text[row[1] : row[2]]}"
        for level, row in zip(levels, rows, strict=True)
        if row[0]
    ]


# ---- by hand

DEFINITIONS = [
    ("python", "def f(): pass\n", ["function f"]),
    ("python", "async def f():\n  class A:\n    def m(self): ...\n", ["function f", ">class A", ">>method m"]),
    ("python", "s = '''\ndef no(): pass\n'''\nt = \"\\\"def no():\"\n", []),
    ("python", "x = (\ndef f(): pass\n", ["function f"]),  # a bracket that nobody closed
    ("python", "x = {'def': 1,\n  'class': 2}\nclass A(B,\n  C): x = 1\n", ["class A"]),
    ("python", "if x:\n    def f(): pass\nelse:\n    def f(): pass\n", ["function f", "function f"]),
    ("python", "def f(): return f'{x['a']}' '''\n'''\ndef g(): pass", ["function f", "function g"]),
    ("python", "+ def f(): 0\nx def g(): 0\nasync x def h(): 0\nasync async def i(): 0\n'' class A: 0\n", []),
    ("python", "def f(): def no(): 0\nclass A: class No: 0\n", ["function f", "class A"]),
    ("python", "class A:\n\tdef f(): 0\n        def g(): 1\n", ["class A", ">method f", ">method g"]),  # a tab
    ("python", "class A:\n\tdef f(): 0\n         def g(): 1\n", ["class A", ">method f", ">>function g"]),
    ("python", "def f(x): # def no(): \\\n  return rb'\\'' \\\n  + x\ndef g(): 0", ["function f", "function g"]),
    ("javascript", "function f() {}\nclass A extends B { m() {} static async *g() {} }",
     ["function f", "class A", ">method m", ">method g"]),
    ("javascript", "const f = () => {}, x = 1\nconst g = async x => x + 1\nexports.h = function () {}",
     ["function f", "function g", "function h"]),
    ("javascript", "a = `${ { b: `}` } } function no() {}`\nfunction f() {}", ["function f"]),
    ("javascript", "a = /[/}\"]{/.test(b) / c / d\nfunction f() {}", ["function f"]),
    ("javascript", "function f() { a = /}/; function g() { b = /[/}]/ } }", ["function f", ">function g"]),
    ("javascript", "function *f() {} function* g() {}; class * A {}", ["function f", "function g"]),
    ("javascript", "({ a => 1 }); x: b => 2; ({ c: d => 3 })", ["function c"]),
    ("javascript", "const o = { m() {}, f: function () {}, g: () => 1, 'q': 2, get z() {} }",
     ["function m", "function f", "function g", "function z"]),
    ("javascript", "(function () { function f() {} })()\nit('x', () => { class A {} })",
     ["function f", "class A"]),
    ("javascript", "const e = <p>Don't {x} <a href=\"http://x\">y</a></p>\nfunction f() {}", ["function f"]),
    ("javascript", "x.class = 1\nif (a) { b() }\nfor (;;) {}\nreturn function () {}\nfunction f() {}",
     ["function f"]),
    ("typescript", "interface I { f(): void }\nenum E { A }\ntype T = { a: 1 }\nnamespace N { export class C {} }",
     ["interface I", "enum E", "type T", "module N", ">class C"]),
    ("typescript", "@D({ a: 1 })\nexport class A<T extends B<{ x: 1 }>> {\n  @I() m(a: string): P<{ a: 1 }> {}\n}",
     ["class A", ">method m"]),
    ("typescript", "import type X from 'x'\nconst type = 1\nconst f = (type: string): { a: 1 } => { return {} }",
     ["function f"]),
    ("java", "@A(b = {1}) public class C<T> extends D { @I private int a = f(); int[] b = { 1 };\n"
     " @O public <T> void m(int a) throws X { Runnable r = () -> { }; new D() { void n() { } }; } }",
     ["class C", ">method m", ">>function n"]),
    ("java", "enum E { A, B; int f() { return 1; } } record P(int x) { } interface I { int g(); }",
     ["enum E", ">method f", "record P", "interface I", ">method g"]),
    ("java", 'class A { String s = """\n } class B { "\\"""\n"""; char c = \'"\'; void m() { } }',
     ["class A", ">method m"]),
    ("c", "#include <a.h>\n#define M(x) { \\\n  (\nstatic int f(void)\n{ return '{'; }\nint g(int);\n",
     ["function f"]),
    ("c", "struct s { int a; };\ntypedef struct { int b; } t;\nenum { A, B };\nstruct s x = { 1 };\n"
     "struct s *f(struct s *p) { struct s y = { 1 }; return p; }",
     ["struct s", "struct t", "enum ", "function f"]),
    ("c", "#if A\nint f(int a) {\n#else\nint f(long a) {\n#endif\n if (a) {\n#if B\n }\n#else\n }\n#endif\n}\n"
     "int g() {}", ["function f", "function g"]),
    ("c", "MACRO(x)\n\nint f(int a) {}\nint (a)[] = { 1 };\nextern \"C\" {\nvoid g() {}\n}",
     ["function f", "function g"]),
    ("cpp", "template <class T> class A : public B<T> {\npublic:\n  A(int a) : x(a), y{b} { }\n  ~A();\n"
     "  bool operator()(int a) const { return 1'0; }\n  enum class E : int { X };\n};",
     ["class A", ">method A", ">method operator()", ">enum E"]),
    ("cpp", "namespace n {\nclass F;\nvoid g() { auto f = [&](int x) { return x; }; }\n}\nA::A() = default;\n"
     "auto s = R\"x( } )\" )x\";\nint A::h() const noexcept(true) { }",
     ["module n", ">function g", "function A::h"]),
    ("c", '#define A "/*" \\\n"\\"/*"\nint f() {}\n*/ int g() {}', ["function f", "function g"]),
    ("c", "#if A\nvoid f() {\n#else a\nvoid g() {\n#endif\n}\nvoid h() {}", ["function f", "function h"]),
    ("c", "#if A\nvoid f() {\n#elsea\nvoid g() {\n#endif\n}\nvoid h() {}", ["function f"]),
    # raw strings: no space before the parenthesis, and 16 code points at most
    ("cpp", 'auto s = R"x(a)" { )x"; void f() {}', ["function f"]),
    ("cpp", f'auto s = LR"{"x" * 16}(a)" {{ ){"x" * 16}"; void f() {{}}', ["function f"]),
    ("cpp", f'auto s = R"{"x" * 17}(a)" {{ ){"x" * 17}"; void f() {{}}', []),
    ("cpp", 'auto s = R"a b(a)" { )a b"; void f() {}', []),
    ("cpp", "int Rope::cut(int a) {}\nRope::~Rope() {}\nbool dock::Rope::operator==(const Rope &a) const {}\n"
     "A<B>::m() {}\nint ::n(int x) {}\nRope::operator bool() const {}\nvoid *operator new[](size_t a) {}\n"
     "struct A::B { };",
     ["function Rope::cut", "function Rope::~Rope", "function dock::Rope::operator==", "function A<B>::m",
      "function n", "function Rope::operator bool", "function operator new[]", "struct A::B"]),
    ("cpp", "void f<int>(int x) {} a<b>::c<d> *g<e<f>>(h) {} i<(j) {}", ["function f", "function g"]),
    ("cpp", 'auto s = R (a) + R; void f() {}', ["function f"]),
    ("cpp", "int A<B> ::f() {}\nint a<b> c ::g() {}\nint A<B>::h() {}",
     ["function f", "function g", "function A<B>::h"]),
    # the name of a method may be an expression, after a decorator too
    ("typescript", "class A {\n  @a(x) [b](c) {}\n  @a(x) d(e) {}\n}", ["class A", ">method ", ">method d"]),
    ("go", "package a\ntype T struct {\n a int\n}\ntype I interface { A() }\ntype X int\n"
     "func (t *T) M(a interface{}) map[string]struct{} {\n go func() { }()\n return `}`\n}\nfunc G[T any]() {}\n"
     "var q = func() { }\n",
     ["struct T", "interface I", "type X", "method M", "function G"]),
    ("rust", "#![allow(x)]\nuse a::{b};\n#[d(X)]\npub struct F<'a> { x: &'a str }\nstruct U(u32);\n"
     "impl<'a, T: Fn() -> u8> D for F<'a> where T: X {\n"
     " pub(crate) fn f(&self, p: impl A) -> R<(), E> { '{' }\n}\n"
     "macro_rules! m { () => { } }\ntrait T { fn x(&self); }\nmod q { fn z() {} }\n"
     "impl A for (B, C) { fn y() {} }",
     ["struct F", "struct U", "impl F", ">method f", "macro m", "trait T", ">method x", "module q", ">function z",
      "impl ", ">method y"]),
    ("rust", "/* /* } */ { */ fn f() { let s = r#\"}\"\"#; b'\\''; match x { 'a'..='z' => { 1 } } }\nfn g() {}",
     ["function f", "function g"]),
    # what a statement is read over without a look at what it may mean
    ("c", "#\\\n// {\n#define M \"\\\n\\\" // {\" /* {\n */ // {\nint f(int a[2]) { a[(0)] = \"(\"; b->c /= "
     "d[e(')')]; }",
     ["function f"]),
    ("cpp", "void f() { a(b[c, \"]\"]) / d; (e / g)[h]; /* } */ i[j // ]\n]; }\nint k(int x = 1'0[0]) { }",
     ["function f", "function k"]),
    ("javascript", "a[b](c[d(e)]); x = [1, (2), '(', 3][0] === y; g = () => {}; if (a / b[c]) { } else h(i => 1)\n"
     "const k = (a, b = [`)`]) => [a]; case a: b = c ? d : function l() { }",
     ["function g", "function k", "function l"]),
    ("javascript", "a[(b]) = 1; function f() { g = () => 1 }", ["function f", ">function g"]),
    ("typescript", "const a = `\\${ { ${ `{` } $${b} \\`{`; function f() { }", ["function f"]),
    ("java", "abstract class A { int f(int[] a) throws X; String s = \"a\" + b[0] / c; char[] g() { return "
     "d[(1)]; } }",
     ["class A", ">method f", ">method g"]),
    ("go", "func f(a []int, b map[string]int) (int, error) { x := a[b[\"(\"]]; if x != nil { "
     "return g(a[1:]), e }\n y := func() { } ; return }\nfunc h() {}", ["function f", "function h"]),
    ("rust", "#[d(a[0])] struct A; fn f() { let s = \"a\nb\\\"\"; let t = a[b(1)] / 2; c::<D>(e)[0] }\n"
     "#![x(y[0])] fn g() -> A<'static> { 'a' }", ["struct A", "function f", "function g"]),
]  # fmt: skip


@cases(("language", "text", "expected"), DEFINITIONS)
@cases("tail", ["", " é", " 漢", " 😀"])
def test_definitions(
    outline: Callable[[str, str], Found], language: str, text: str, expected: list[str], tail: str
) -> None:
    mark = "#" if language == "python" else "//"
    text = f"{text}\n{mark}{tail}" if tail else text
    assert described(text, outline(text, language)[0]) == expected


#: Each line after its rank.
RANKS = [
    ("python", """\
-import os
4
2x = [
5  1,
5
5  2]
4
0# about a
5# more
5@deco(
5  1)
5@d2
5def a(x,
5      y):
5    '''doc
5
5    more'''
4    z = 1
4
2    for i in x:
5        print(i)
4
3        print(2)
5    else:
5        pass
2    def inner(): pass
2    return
0
4
0class B:
5    a = 1
4
1    # of m
5    def m(self): return 1
1    def n(self):
5        pass
0
4
0y = 2
"""),
    ("c", """\
-#include <a.h>
4
0/* about
5 * f */
5int f(int a)
5{
5    int b = g(a,
5              1);
4
2    if (b) {
5        h();
4
3        i();
5    }
5    else {
5        j();
5    }
2    return 1;
5}
0
0struct s {
5  int a;
5};
0int x;
"""),
    ("typescript", """\
-export class A {
5  x = 1
4
1  // of m
5  m() {
5    f(
5      1
5    )
4
2    g()
5  }
1  n() {}
5}
0
0const s = `
5
5 text`
0function h() {}
"""),
    ("typescript", """\
-it('x', () => {
5  a
4
2  b
5})
"""),
    # a function without a name that is in another one has no least depth
    ("typescript", """\
-function f() {
5  g(() => {
5    a
4
3    b
5  })
5}
"""),
    ("go", """\
-var a = func() { }() + T{
5  1,
5
5  2,
5}
"""),
    ("rust", """\
-#![a(b)]
0fn f() {
5    a
5}
"""),
    # statements are in the body of a function without a name, and values in a literal
    ("cpp", """\
-auto a[] = {
5  [](){
5    x();
4    y();
5  },
5};
"""),
    ("c", """\
-int a[] = {
5  (T){
5    1,
5    2,
5  },
5};
"""),
    # a decorator, an expression in two lines, and a class without a name do not end with their lines
    ("javascript", """\
-@y
5class C {
5}
"""),
    ("javascript", """\
-class A {
5  x = 1
5  + 2
1  y() {
5  }
5}
"""),
    ("java", """\
-class A {
1  B b() {
5    new C() {
5    }
5    .d();
5  }
5}
"""),
    ("java", """\
-new() {}
5{
"""),
    # a function that returns a function is one
    ("javascript", """\
-const f = a => b => 1;
0x;
"""),
]  # fmt: skip


@cases(("language", "lines"), RANKS)
@cases("end", ["\n", "\r\n", "\r"])
def test_ranks(outline: Callable[[str, str], Found], language: str, lines: str, end: str) -> None:
    text = "".join(line[1:] + end for line in lines.splitlines())
    _, _, ranks = outline(text, language)
    assert "".join(map(str, ranks)) == "".join(line[0] for line in lines.splitlines())[1:]


#: Definitions, and each line after its rank.
BRACES = [
    # a struct or an interface that a function returns is not its body
    ("go", ["function f", "function h"], """\
-func f() struct {
5\tA int
5} {
5\treturn g()
5}
0
0func h(a interface{}) {
5\tx()
5}
"""),
    ("go", ["struct T", "method m"], """\
-type T struct {
5\tA int
5}
0
0func (t T) m() interface {
5\tF()
5} {
5\treturn t
5}
"""),
    # a block and a branch have statements, a literal has not
    ("go", ["function f"], """\
-func f() {
2\t{
5\t\tx()
4
3\t\ty()
5\t}
4
2\tz := T{
5\t\ta: 1,
5
5\t\tb: 2,
5\t}
4
2\tif x {
5\t\ty()
4
3\t\tz()
5\t}
5}
"""),
    ("go", ["function f"], """\
-func f() {
5\tt.x = T{
5\t\ta: 1,
5
5\t\tb: func() {
5\t\t\ty()
5\t\t},
5\t}
4\treturn T{
5\t\ta: 1,
5\t}
5}
"""),
    ("go", ["function f"], """\
-func f() {
5\tgo func() {
5\t\ty()
5\t}()
2\tfor {
5\t\tx()
4
3\t\ty()
5\t}
2\tfor i := range x {
5\t\ty()
4
3\t\tz()
5\t}
2\tswitch x {
5\tcase 1:
4\t\ty()
4
3\t\tz()
5\t}
5}
"""),
    # in a class a bracket begins a member; elsewhere it goes on with the line before
    ("javascript", ["class A", ">method ", ">method e"], """\
-class A {
5  a = 1
1  [b]() {
5    x()
5  }
1  c = 2
5  (d)
1  e() {
5    y()
5  }
5}
"""),
    ("javascript", ["function g"], """\
-f
5[1].map(x)
4let y = 1
5[2].map(z)
0function g() {
5  h()
5}
"""),
    # an element ends before what declares
    ("javascript", ["function f", "class B", ">method c"], """\
-const a = <b>
5  c
5</b>
0function f() {
5  g()
5}
0class B {
1  c() {
5  }
5}
"""),
    # a block begins after a statement without parentheses, and after a name
    ("javascript", ["function f", "function g", "function h"], """\
-x()
5{
5  y()
5}
0function f() {
5  z()
5}
0function g()
5{
5  a()
5}
0let x = 1
2{
0  function h() {
5    b()
5  }
5}
"""),
    ("javascript", ["class A", ">method b", ">method e", ">method ", ">method i"], """\
-class A
5{
1  b()
5  {
5    c()
5  }
1  d = 1
1  *e() {
5    f()
5  }
1  'g'() {
5  }
1  @h i() {
5  }
5}
"""),
    # the name of an operator goes up to its parenthesis
    ("cpp", ["struct A", ">method operator ==", ">method operator==", ">method operator()",
             ">method operator bool", ">method operator +"], """\
-struct A {
1  bool operator ==  (const A& a) {
5    return true;
5  }
1  bool operator==(const A& a) {
5    return true;
5  }
1  int operator() (int a) {
5    return a;
5  }
1  operator bool () {
5    return true;
5  }
1  A operator +\t(A a) {
5    return a;
5  }
5};
"""),
    # what follows `where` is not the name
    ("rust", ["impl B", ">method f", "impl A", ">method g", "impl B", ">method g"], """\
-impl<T> A<T> for B where T: C, D: E {
1    fn f() {
5    }
5}
0
0impl A where B: C::D {
1    fn g() {
5    }
5}
0
0impl A for B where B: C
5{
1    fn g() {
5    }
5}
"""),
    # the braces of one branch of an #if close in the other
    ("c", ["function f", "function g"], """\
-int f(void)
5{
2  if (a) {
5    if (b) {
5#ifdef A
5      x();
5    }
5  }
5#else
2      y();
5    }
5  }
5#endif
4  return 1;
5}
0
0int g(void)
5{
5  return 2;
5}
"""),
]  # fmt: skip


@cases(("language", "definitions", "lines"), BRACES)
def test_statements_in_braces(
    outline: Callable[[str, str], Found], language: str, definitions: list[str], lines: str
) -> None:
    text = "".join(line[1:] + "\n" for line in lines.splitlines())
    rows, _, ranks = outline(text, language)
    assert described(text, rows) == definitions
    assert "".join(map(str, ranks)) == "".join(line[0] for line in lines.splitlines())[1:]


def test_one_brace_of_another_branch_is_passed_over(outline: Callable[[str, str], Found]) -> None:
    """The second brace in the branch closes the function, so that the next one is beside it."""
    text = "int f(void)\n{\n  if (a) {\n#if A\n  }\n#else\n  }\n}\nint g(void)\n{\n  return 2;\n}\n#endif\n"
    assert described(text, outline(text, "c")[0]) == ["function f", "function g"]


def test_the_body_of_a_function_that_returns_a_type(outline: Callable[[str, str], Found]) -> None:
    for returned in ("struct {\n\tA int\n}", "interface {\n\tF()\n}"):
        text = f"func f() {returned} {{\n\treturn g()\n}}\n"
        ((*_, body, _, _, _),) = outline(text, "go")[0][:1]
        assert text[body:] == "\n\treturn g()\n}\n"


def test_spans_have_comments_and_line_ends(outline: Callable[[str, str], Found]) -> None:
    text = (
        "// apart\n\n// of f\n/* and\n more */\nvoid f() { } // after\n\n  // deeper\nvoid g() { } void h() { }\n"
    )
    rows, _, _ = outline(text, "c")
    parts = [text[row[3] : row[6]] for row in rows]
    assert parts[0] == "// of f\n/* and\n more */\nvoid f() { } // after\n"
    assert parts[1:] == ["void g() { }", "void h() { }\n"]
    assert [text[row[4] : row[4] + 6] for row in rows] == ["void f", "void g", "void h"]
    assert [text[row[5] - 1] for row in rows] == ["{"] * 3


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("javascript", "const f = x => {| }; g(() => { }); const h = a => {| }; const i = a =>| 1; j(() => { })"),
        ("javascript", "g(() => { }); function f() {| }"),
        ("c", "int f() {| } struct a {| };"),
        ("java", "class A {| int f() {| } int g()|; }"),
        ("python", "def f|(): 0\nclass A|: 0\n"),
    ],
)
def test_bodies(outline: Callable[[str, str], Found], language: str, text: str) -> None:
    """Return the start of the body of each definition, in order of the definitions."""
    code, at = text.replace("|", ""), [k for k, char in enumerate(text) if char == "|"]
    assert [row[5] for row in outline(code, language)[0]] == [place - k for k, place in enumerate(at)]


@cases(
    ("size", "nested"), [(MAX_REGEX - 2, True), (MAX_REGEX - 1, False), (MAX_REGEX, False)]
)
@cases(("letter", "units"), [("x", 1), ("é", 1), ("漢", 1), ("\\x", 2), ("[x]", 3)])
def test_a_regular_expression_is_capped(
    outline: Callable[[str, str], Found], size: int, nested: bool, letter: str, units: int
) -> None:
    inside = letter * (size // units) + "x" * (size % units)
    text = f"function f() {{ a = /{inside}}}/; function g() {{}} }}"
    name = ">function g" if nested else "function g"
    assert described(text, outline(text, "javascript")[0]) == ["function f", name]


@cases("language", sorted(LANGUAGES))
@cases(
    ("text", "behind"),
    [
        ("x\r", "\n"), ("x\n#", " if"), ("#i", "f"), ('"', '"'), ("'", "'"), ('""', '"'), ('"""x""', '"'),
        ("/", "/\n"), ("/", "*"), ("/* *", "/"), ("x = /a", "/"), ("`", "`"), ("`$", "{"), ("x\\", "\n"),
        ('R"(', ')"'), ("r#", '"'), ("1'", "0"), ("=", ">"), ("x -", ">"), ("def f", "g(): 0"), ("x = '\\", "'"),
        ("é", "\x80"), ("漢(", ")"),
    ],
)  # fmt: skip
def test_what_is_behind_a_buffer_is_not_read(language: str, text: str, behind: str) -> None:
    data = text.encode()
    view = Text(memoryview(data + behind.encode("latin-1"))[: len(data)])
    assert [list(each) for each in OUTLINERS[language](view)] == [
        list(each) for each in OUTLINERS[language](Text(data))
    ]
    assert core_utf8(text, language) == reference.outline(text, language)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("# a\n# b\ndef f(): 0\n", 0),
        ("# a\n\n# b\ndef f(): 0\n", 5),  # a blank line, and one of code, end a block of comments
        ("x # a\n# b\ndef f(): 0\n", 6),
        ("# a\n  # b\ndef f(): 0\n", 10),  # another column too; further in than the definition
        ("  # a\n# b\ndef f(): 0\n", 6),
    ],
)
def test_the_comment_of_a_definition(outline: Callable[[str, str], Found], text: str, start: int) -> None:
    assert [row[3] for row in outline(text, "python")[0]] == [start]


def test_comments_over_lines_between_the_tokens_of_an_open_definition(
    outline: Callable[[str, str], Found],
) -> None:
    text = "interface {|/*\n*/\x00"
    assert [row[3:7] for row in outline(text, "typescript")[0]] == [(0, 0, 11, len(text))]
    text = "class A { a /*\n*/ b\n// c"
    assert [row[6] for row in outline(text, "java")[0]] == [text.index("// c")]


def test_a_directive_goes_on_in_lines_of_comments(outline: Callable[[str, str], Found]) -> None:
    assert outline("#\\\n//", "c")[1:] == ([3], [5])
    assert outline('#/*\n*/""// \\\r\nx', "c")[1:] == ([4, 14], [5, 4])


def test_a_decorator_at_the_end_of_a_suite_decorates_nothing(outline: Callable[[str, str], Found]) -> None:
    text = "class C:\n  @x\n@y\nclass D:\n  @z\nclass E: 0\n"
    rows, lines, ranks = outline(text, "python")
    assert [text[row[3] : row[6]] for row in rows] == [
        "class C:\n  @x\n", "@y\nclass D:\n  @z\n", "class E: 0\n",
    ]  # fmt: skip
    check(text, (rows, lines, ranks), LANGUAGES["python"].family)


# ---- laws and equality

PIECES = [
    "def ", "class ", "async ", "@x", "\n", "\n", "\n\n", "    ", "\t", " ", "(", ")", "[", "]", "{", "}", "'",
    '"', '"""', "'''", "`", "${", "#", "//", "/*", "*/", "\\", "\\\n", "\r", "\r\n", ":", ";", ",", "=", "=>",
    "->", "::", "<", ">", "a", "b1", "1'0", "f(x) ", "x.y", "if ", "else ", "return ", "struct ", "fn ",
    "impl ", "for ", "func ", "type ", "interface ", "enum ", "union ", "function ", "new ", "import ",
    "const ", "export ", "extern ", "namespace ", "operator", "template<", 'R"x(', ')x"', 'r#"', '"#', "'a",
    "#if\n", "#else\n", "#endif\n", "#define x \\\n", "public:", "case 1:", "!", "*", "+", "++", "/", "é", "漢",
    "😀", "\f", "record ", "static ", "macro_rules! ", "mod ", "where ", "final ", "= function", "noexcept",
    "@interface ", "switch ", "def f():\n", "class A {", "void f() {", "}\n\n", "// c\n", "# c\n", "/* c */\n",
    'extern "C" {', "\x00", "\x80", "\u2028", "~", "$", "_", "?", ".", "--", "==", ":=", "//!", "<p>Don't</p>",
    "|", "class C:\n  ", "\n  ", "@x\n", "{|", "/*\n*/", "\n\x00", "interface I {",
    "\n#\\\n", "a[0]", "](", ")[",
]  # fmt: skip

codes = st.lists(st.sampled_from(PIECES), max_size=40).map("".join) | st.lists(
    st.sampled_from(PIECES).flatmap(lambda piece: st.integers(1, 9).map(lambda times: piece * times)), max_size=8
).map("".join)


@given(text=codes)
@example("\x00{\nb")
@example("=\x00{\nb")
@example("operator\n\n=>éclass C:\n  #endif\n\n#\\\n\n->@x")  # a directive goes on behind an indented comment
@example("@x    @interface <\n  void f() {// c\nfunc 'a")  # an annotation with lines inside it
@example('class A\\\n"""struct \n"""object =end\n')  # a string that begins its line and goes on with a name
@example("type \r\n  def # c\n")  # a function in a type that is no container
@example("<<A\n A b\n\tA;\nx <<'A'\nA")
@example("# c\nstruct def ")  # a definition with its comment, and a block with the same lines
@example("=\n#\\\ndef ")  # a line that goes on, in a statement of several lines
@example("class A {\n#\\\ndef ")  # the same, inside a statement
@example("('('')\ne")  # the last quote is alone, which a look ahead finds before the first is read
def test_core_equals_the_reference(text: str) -> None:
    for language in LANGUAGES:
        expected = reference.outline(text, language)
        assert core(text, language) == expected, language
        assert core_utf8(text, language) == expected, language
        check(text, expected, LANGUAGES[language].family)


def check(text: str, found: Found, family: int) -> None:
    """Definitions and blocks are in order, nested or apart; cuts are line starts."""
    rows, lines, ranks = found
    open_ends: list[tuple[int, int]] = []
    before = -1
    for number, (role, name_start, name_end, start, begin, body, end, parent, rank) in enumerate(rows):
        assert before < start <= begin < end <= len(text) and begin <= body <= end
        assert name_end == 0 or begin <= name_start < name_end <= end
        before = start
        while open_ends and open_ends[-1][1] <= start:
            open_ends.pop()
        assert parent < number
        assert not open_ends or end <= open_ends[-1][1]
        if parent >= 0:
            assert parent in [each for each, _ in open_ends]
            outer = rows[parent]
            assert outer[0]
            if role and outer[0] in (FUNCTION, METHOD):
                assert rank == 2 or family == GENERIC
            elif role and outer[0] != MODULE and (outer[0] in CONTAINERS or family != GENERIC):
                assert role != FUNCTION and rank >= 1
        open_ends.append((number, end))
    assert lines == [p for p in reference_line_starts(text) if 0 < p < len(text)]
    assert len(ranks) == len(lines) and all(0 <= rank <= 5 for rank in ranks)


def reference_line_starts(text: str) -> list[int]:
    return [
        i + 1 for i, char in enumerate(text) if char == "\n" or (char == "\r" and text[i + 1 : i + 2] != "\n")
    ]  # fmt: skip


@given(
    text=st.text(st.sampled_from("d{}()'\"\\\n#/*` \ud800é漢😀")),
    language=st.sampled_from(sorted(LANGUAGES)),
)
def test_surrogates_are_letters(text: str, language: str) -> None:
    assert core(text, language) == reference.outline(text, language)


FILES = {"python": ["src/**/*.py", "tests/kernels/*.py"], "c": ["csrc/**/*.c", "csrc/**/*.h"]}


@few_quick("language", sorted(LANGUAGES), quick=2)
def test_real_files(language: str) -> None:
    """Also read as another language than their own: nothing is closed as it should be then."""
    for own, patterns in FILES.items():
        for pattern in patterns:
            for path in sorted(ROOT.glob(pattern))[:: 1 if own == language else 6]:
                text = path.read_text("utf-8")[: None if own == language else 30_000]
                expected = reference.outline(text, language)
                assert core(text, language) == expected, path
                check(text, expected, LANGUAGES[language].family)


@pytest.mark.exhaustive
def test_python_agrees_with_ast() -> None:
    import ast

    for path in sorted((ROOT / "src").rglob("*.py")):
        text = path.read_text("utf-8")
        lines = [0, *reference_line_starts(text)]
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        expected = sorted(
            (lines[min([node.lineno, *(each.lineno for each in node.decorator_list)]) - 1], node.name)
            for node in ast.walk(ast.parse(text))
            if isinstance(node, kinds)
        )
        assert [(found.code_start, found.name) for found in shiplap.outline(text, "python")] == expected, path


# ---- hostile

HOSTILE: dict[str, str] = {
    "open brackets": "(" * 100_000,
    "open braces": "{" * 100_000,
    "mixed brackets": "([{" * 30_000 + ")" * 30_000,
    "closed brackets": "}" * 100_000,
    "nested classes": "class A { " * 30_000,
    "nested suites": "".join(" " * (k % 300) + "def f():\n" for k in range(30_000)),
    "deep suites": "".join(" " * k + "if x:\n" for k in range(1500)),
    "quotes": "'\"" * 50_000,
    "escaped quotes": "'\\" * 50_000,
    "triple quotes": '"""' * 33_333,
    "backslashes": "\\" * 100_000,
    "templates": "`${" * 40_000,
    "comments": "/*" * 60_000,
    "raw strings": 'R"x(' * 30_000 + 'r#"' * 10_000,
    "hashes": "r" + "#" * 100_000 + '"',
    "regexes": "=/[" * 40_000,
    "one line": "x = f(y); " * 200_000,
    "one word": "x" * 1_000_000,
    "directives": "#if x\n{\n#else\n{\n" * 10_000,
    "branches": "#if x\n}\n#else\n}\n" * 10_000,
    "carriage returns": "x\r" * 100_000,
    "open lines": "{\n" * 60_000,
    "open and closed lines": "{\n" * 30_000 + "}\n" * 30_000,
    "deeper lines": "".join(" " * k + "x\n" for k in range(1000)) * 2,
    "here-documents": "<<A\n" * 40_000,
    "here-documents that end": "<<A\nA\n" * 20_000,
    "long brackets": "[[\n[=[\n[==[\n[===[\n" * 8_000,
    "annotations": "@x(((\n" * 40_000,
    "headers": "public " * 40_000 + "x(",
    "backticks": "`\n``\n" * 40_000,
    "decorators": "@x\n" * 60_000,
    "comment lines": "// x\n# x\n" * 30_000 + "def f(): 0",
    "blank lines": "def f():\n x\n" + "\n" * 100_000 + "def g(): 0",
}


@few_quick("name", HOSTILE, quick=8)
def test_hostile_text_is_no_error(name: str) -> None:
    text = HOSTILE[name]
    for language in LANGUAGES:
        found = shiplap.outline(text, language)
        spans = found.pack(1000)
        assert spans[0][0] == 0 and spans[-1][1] == len(text)
        assert int((spans[:, 1] - spans[:, 0]).max()) <= 1000


# ---- the public function


def test_offsets_of_every_form() -> None:
    text = "# 漢字\ndef é():\n    return '😀'\n\n\nclass B:\n    def m(self): pass\n"
    found = shiplap.outline(text, "py")
    data = text.encode()
    for form in (data, bytearray(data), memoryview(data)):
        other = shiplap.outline(form, "Python")
        assert list(other) == list(found)
        assert other.positions.tolist() == found.positions.tolist()
        assert other.ranks.tolist() == found.ranks.tolist()
        assert other.spans.tolist() == found.spans.tolist()
        assert other.pack(30).tolist() == found.pack(30).tolist()
    for each in found:
        assert text[each.start : each.end] == data[each.start_byte : each.end_byte].decode()
    assert [(each.kind, each.name, each.level) for each in found] == [
        ("function", "é", 0), ("class", "B", 0), ("method", "m", 1),
    ]  # fmt: skip
    assert found.spans.dtype.name == found.positions.dtype.name == "int64" and found.ranks.dtype.name == "int8"
    assert not found.ranks.flags.writeable and not found.spans.flags.writeable
    assert found[-1] is found[2] and found[:1] == [found[0]] and len(found) == 3


def test_empty_text() -> None:
    found = shiplap.outline("", "rust")
    assert len(found) == 0 and found.positions.shape == (0,) and found.spans.shape == (0, 2)
    assert found.pack(10).shape == (0, 2)


def test_errors() -> None:
    with pytest.raises(shiplap.OptionError, match="did you mean 'python'"):
        shiplap.outline("", "pyton")
    with pytest.raises(shiplap.OptionError, match="engine"):
        shiplap.outline("", "python", engine="ast")
    with pytest.raises(shiplap.OptionError, match="language"):
        shiplap.outline("", 3)  # type: ignore[arg-type]
    with pytest.raises(shiplap.OptionError, match="size"):
        shiplap.outline("x", "python").pack(0)
    with pytest.raises(shiplap.TextError):
        shiplap.outline(b"\xff", "python")
    assert shiplap.outline(b"x\xff\ndef f(): 0", "python", errors="replace")[0].start == 3
    broken = shiplap.outline("'\ud800'\ndef f(): 0", "python")
    assert broken.spans.tolist() == [[4, 14]]
    with pytest.raises(shiplap.TextError):
        broken[0]
    with pytest.raises(TypeError):
        shiplap.outline(3, "python")  # type: ignore[arg-type]


# ---- tree-sitter


@pytest.mark.parametrize("language", ["python", "javascript", "typescript", "java", "c", "cpp", "go", "rust"])
def test_tree_sitter_gives_the_same(language: str) -> None:
    pytest.importorskip("tree_sitter")
    pytest.importorskip(f"tree_sitter_{language}")
    bodies = {
        "python": "# of f\n@d\ndef f(é):\n  return 1\n\n\nclass A:\n  # of m\n  def m(self):\n    pass\n",
        "go": "// of f\nfunc f() {\n}\n\ntype A struct {\n}\n\n// of m\nfunc (a A) m() {\n}\n",
        "rust": "/// of f\n#[d]\nfn f() {\n}\n\nimpl A {\n    // of m\n    fn m(&self) {\n    }\n}\n",
        "c": "/* of f */\nint f(void)\n{\n}\n\nstruct A {\n  int m;\n};\n",
        "cpp": "// of f\nint f() {\n}\n\nclass A {\n  // of m\n  int m() {\n  }\n};\n",
        "java": "// of A\n@D\nclass A {\n  // of m\n  int m() {\n  }\n}\n",
        "javascript": "// of f\nfunction f() {\n}\n\nclass A {\n  // of m\n  m() {\n  }\n}\n",
        "typescript": "// of f\nexport function f() {\n}\n\nclass A {\n  // of m\n  m() {\n  }\n}\n",
    }
    text = bodies[language]
    lexical, trees = shiplap.outline(text, language), shiplap.outline(text, language, parser="tree-sitter")
    assert [*map(bodiless, trees)] == [*map(bodiless, lexical)]
    assert trees.parser == "tree-sitter" and trees.language == language
    assert trees.positions.tolist() == lexical.positions.tolist()
    assert trees.pack(50).tolist() == lexical.pack(50).tolist()
    assert list(shiplap.outline(text.encode(), language, parser="tree-sitter")) == list(trees)


def bodiless(found: shiplap.content.Definition) -> shiplap.content.Definition:
    """Starts of bodies differ: a Python body begins after the colon in a tree."""
    return dataclasses.replace(found, body_start=0)


def test_tree_sitter_knows_other_languages() -> None:
    pytest.importorskip("tree_sitter_ruby")
    text = "# of A\nclass A\n  # of m\n  def m(x)\n    x + 1\n  end\nend\n"
    found = shiplap.outline(text, "ruby", parser="tree-sitter")
    assert [(each.kind, each.name, each.level) for each in found] == [("class", "A", 0), ("method", "m", 1)]
    assert text[found[1].start : found[1].end] == "  # of m\n  def m(x)\n    x + 1\n  end\n"
    broken = shiplap.outline("def (\n\ud800" * 3, "ruby", parser="tree-sitter", errors="surrogatepass")
    assert broken.pack(5)[-1][1] == 21


def test_a_missing_grammar_is_named() -> None:
    pytest.importorskip("tree_sitter")
    with pytest.raises(shiplap.OptionError, match="tree-sitter-nosuchlanguage"):
        shiplap.outline("", "nosuchlanguage", parser="tree-sitter")


def test_arrays_are_of_the_kinds_promised() -> None:
    rows, lines, ranks = OUTLINERS["c"](Text("int f() {}\n;"))
    assert isinstance(rows, array) and (rows.typecode, lines.typecode, ranks.typecode) == ("q", "q", "b")
