"""Code of nine languages: files of definitions, in them statements and blocks.

In a template ‹c›, ‹d› are names, ‹C›, ‹D› names of types, ‹a›, ‹b› of variables, ‹n› is a number; a line ‹body›
stands for statements with the indentation that it has itself.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tests.support.golden.dice import Dice

NAMES = (
    "gauge", "basin", "ledger", "anchor", "valve", "rope", "mast", "cargo", "signal", "tide", "buoy", "winch",
    "hull", "crane", "pier", "mooring", "beacon", "drift", "ballast", "rudder",
)  # fmt: skip


class Language(NamedTuple):
    """The writing of a language: indentation, the end of a block, the heads of blocks, a comment, a string that
    looks like code, a statement; the head of a file, and its definitions, with `====` between them."""

    pad: str
    end: str
    blocks: tuple[str, str]
    comment: str
    text: str
    step: str
    head: str
    definitions: str


LANGUAGES = {
    "python": Language(
        "    ", "", ("if ‹a› > ‹n›:", "for ‹a› in range(‹n›):"),
        "# ‹a› before ‹b›. Not after it.",
        '‹a› = """def no():\n  { ‹n›\n"""',
        "‹a› = ‹b›(‹n›, [‹a›, '}'])",
        '''"""‹C›: what is measured."""

from __future__ import annotations

import os

LIMIT = {
    "a": 1,
}

''',
        '''
# ‹c›, which is not ‹d›.
@cached(size=‹n›)
def ‹c›(a, b=(‹n›, [])):
    """Say ‹d›. Twice."""
    ‹body›
====
async def ‹d›(
    first,
    *rest,
):
    ‹body›
====
class ‹C›(‹D›):
    size = ‹n›

    @property
    def ‹c›(self):
        ‹body›

    def ‹d›(self): return self.‹c›
''',
    ),
    "javascript": Language(
        "  ", "}", ("if (‹a› > ‹n›) {", "for (const ‹a› of ‹b›) {"),
        "// ‹a› before ‹b›. Not after it.",
        "const ‹a›Text = `no { ${ ‹a› + '}' } ‹n›\n`;",
        "‹a› = ‹b›(‹n›, /[}/]/);",
        "'use strict';\nimport { ‹c› } from './‹d›.js';\n\n",
        """
/**
 * ‹c›. Never ‹d›.
 */
export function ‹c›(a, { b = ‹n› } = {}) {
  ‹body›
}
====
const ‹d› = async (a) => {
  ‹body›
};
====
class ‹C› extends ‹D› {
  static size = ‹n›;
  get ‹c›() {
    ‹body›
  }
}
====
module.exports.‹c› = function () {
  ‹body›
};
""",
    ),
    "typescript": Language(
        "  ", "}", ("if (‹a› > ‹n›) {", "for (const ‹a› of ‹b›) {"),
        "// ‹a› before ‹b›. Not after it.",
        "const ‹a›Text: string = `no { ${ ‹a› + '}' } ‹n›\n`;",
        "‹a› = ‹b›(‹n›, /[}/]/) as ‹C›;",
        "import type { ‹C› } from './‹d›';\n\n",
        """
export interface ‹C›‹n› {
  a: string;
  b?: { c: number };
}

export function ‹c›<T extends ‹C›>(a: T): { b: T } {
  ‹body›
}
====
@Part({ size: ‹n› })
export class ‹D› implements ‹C› {
  constructor(private a: string) {
    ‹body›
  }
}
====
namespace ‹C› {
  export const ‹d› = (a: number): void => {
    ‹body›
  };
}
====
type ‹C›‹n› = { a: 1 } | null;
enum ‹D› { A, B = ‹n› }
function ‹d›() {
  ‹body›
}
""",
    ),
    "java": Language(
        "    ", "}", ("if (‹a› > ‹n›) {", "for (int ‹a› = 0; ‹a› < ‹n›; ‹a›++) {"),
        "// ‹a› before ‹b›. Not after it.",
        'String ‹a›‹n› = "{ \\" }";',
        "‹a› = ‹b›(‹n›, '}');",
        "package org.example.‹c›;\n\nimport java.util.List;\n\n",
        """
/** ‹c›. */
@Deprecated
public class ‹C› extends ‹D› {
    private int size = ‹n›;

    @Override
    public <T> List<T> ‹c›(T a) throws Error {
        ‹body›
    }
}
====
enum ‹D›‹n› {
    A, B;
    int ‹d›() {
        ‹body›
    }
}
====
interface ‹C›‹n› {
    int ‹c›();
    default void ‹d›() {
        ‹body›
    }
}
""",
    ),
    "c": Language(
        "\t", "}", ("if (‹a› > ‹n›) {", "while (‹a›--) {"),
        "/* ‹a› before ‹b›. Not after it. */",
        'const char *‹a›‹n› = "{ \\" }";',
        "‹a› = ‹b›(‹n›, '}');",
        "#include <stdio.h>\n#define MOST(a) \\\n    ((a) > ‹n›)\n\nstruct ‹c› { int a; char b[‹n›]; };\n\n",
        """
/* ‹c›: not ‹d›. */
static int ‹c›(struct ‹d› *a, int b)
{
\t‹body›
}
====
#ifdef WIDE
int ‹d›(long a) {
#else
int ‹d›(int a) {
#endif
\t‹body›
}
====
typedef enum { A‹n›, B‹n› } ‹c›_t;

void ‹d›_‹c›(void) {
\t‹body›
}
""",
    ),
    "cpp": Language(
        "\t", "}", ("if (‹a› > ‹n›) {", "for (auto &‹a› : ‹b›) {"),
        "// ‹a› before ‹b›. Not after it.",
        'auto ‹a›‹n› = R"x({ " })x";',
        "‹a› = ‹b›(‹n›, '}');",
        "#pragma once\n#include <vector>\nnamespace ‹c› {\n\n",
        """
template <typename T>
class ‹C› : public ‹D›<T> {
public:
\texplicit ‹C›(int a) : a_(a), b_{‹n›} {}
\tbool operator()(int a) const {
\t\t‹body›
\t}
private:
\tint a_;
};
====
// ‹c›. See ‹d›.
auto ‹c›(const std::vector<int>& a) -> int {
\t‹body›
}
====
struct ‹D›‹n› { enum class E { X, Y }; };
void ‹D›::‹d›() noexcept {
\t‹body›
}
""",
    ),
    "go": Language(
        "\t", "}", ("if ‹a› > ‹n› {", "for ‹a› := range ‹b› {"),
        "// ‹a› before ‹b›. Not after it.",
        "‹a›‹n› := `no {\n}`",
        "‹a› = ‹b›(‹n›, '}')",
        'package ‹c›\n\nimport (\n\t"fmt"\n)\n\n',
        """
// ‹C› is ‹d›. Or not.
type ‹C› struct {
\ta int
\tb map[string]struct{}
}

func (g *‹C›) ‹D›(a interface{}) (int, error) {
\t‹body›
}
====
func ‹c›[T any](a ...T) {
\t‹body›
}
====
type ‹D›‹n› interface {
\tA() int
}

var ‹d› = func() {
\t‹body›
}
""",
    ),
    "rust": Language(
        "    ", "}", ("if ‹a› > ‹n› {", "for ‹a› in ‹b›.iter() {"),
        "// ‹a› before ‹b›. Not after it.",
        'let ‹a›‹n› = r#"no { " }"#;',
        "‹a› = ‹b›(‹n›, '}');",
        "#![allow(dead_code)]\nuse std::{fmt, io};\n\n",
        """
/// ‹c›. Never ‹d›.
#[derive(Debug)]
pub struct ‹C›<'a> { a: &'a str, b: [u8; ‹n›] }

impl<'a> ‹C›<'a> {
    pub fn ‹c›(&self) -> Result<(), String> {
        ‹body›
    }
}
====
pub(crate) fn ‹d›<T: Clone>(a: T) -> impl Fn() {
    ‹body›
}
====
mod ‹c› {
    pub trait ‹D› { fn a(&self); }
    fn ‹d›() {
        ‹body›
    }
}
====
enum ‹C›‹n› { A(u8), B { c: char } }
macro_rules! ‹c› { ($a:expr) => { $a } }
fn ‹d›() {
    ‹body›
}
""",
    ),
    "ruby": Language(
        "  ", "end", ("if ‹a› > ‹n›", "‹b›.each do |‹a›|"),
        "# ‹a› before ‹b›. Not after it.",
        '‹a› = "def no #{‹n›} end"',
        "‹a› = ‹b›(‹n›, '}')",
        "# frozen_string_literal: true\nrequire 'set'\n\n",
        """
# ‹c›. Not ‹d›.
module ‹C›
  class ‹D› < Base
    attr_reader :a

    def ‹c›(a, b: ‹n›)
      ‹body›
    end
  end
end
====
def ‹d›?(a)
  ‹body›
end
""",
    ),
}  # fmt: skip


def source(dice: Dice, language: str, size: int, end: str = "\n") -> str:
    """Return a file of code of about `size` characters, with lines that end in `end`."""
    form = LANGUAGES[language]
    definitions = [part.strip("\n") for part in form.definitions.split("====")]
    parts = [_filled(dice, form.head)]
    while sum(map(len, parts)) < size:
        for line in _filled(dice, dice.pick(definitions)).split("\n"):
            if line.strip() == "‹body›":
                pad = line[: -len("‹body›")]
                body = _statements(dice, form, 0, dice.between(2, 9))
                parts += [f"{pad}{each}\n" if each else "\n" for each in body]
            else:
                parts.append(line + "\n")
        parts.append(dice.pick(["\n", "\n\n", "\n", ""]))
    return "".join(parts).replace("\n", end)


def name(dice: Dice) -> str:
    """Return a name of two words."""
    return f"{dice.pick(NAMES)}_{dice.pick(NAMES)}"


def _filled(dice: Dice, template: str) -> str:
    """Return a template with names and a number for its marks, the same for the same mark."""
    first, second = dice.pick(NAMES), name(dice)
    known = {
        "c": first, "C": first.title() + "Part", "d": second, "D": second.title().replace("_", ""),
        "a": dice.pick(NAMES), "b": dice.pick(NAMES), "n": str(dice.below(900)),
    }  # fmt: skip
    return re.sub("‹([a-dnCD])›", lambda mark: known[mark[1]], template)


def _statements(dice: Dice, form: Language, depth: int, most: int) -> list[str]:
    """Lines of up to `most` statements, some with blocks of their own; at least one is a statement."""
    made: list[str] = []
    pad = form.pad * depth
    for _ in range(dice.between(1, most)):
        if depth < 4 and dice.chance(22):
            made.append(pad + _filled(dice, dice.pick(form.blocks)))
            made += _statements(dice, form, depth + 1, max(1, most - 2))
            if form.end:
                made.append(pad + form.end)
        elif dice.chance(10):
            made += [pad + _filled(dice, form.comment) for _ in range(dice.between(1, 3))]
        elif dice.chance(8):
            made.append("")
        elif dice.chance(6):
            made.append(pad + _filled(dice, form.text))
        else:
            made.append(pad + _filled(dice, form.step))
    return [*made, pad + _filled(dice, form.step)]
