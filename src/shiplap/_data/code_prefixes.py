"""Beginnings of lines of code, by which their language is guessed if no name tells it. Our own choice."""

from __future__ import annotations

#: Languages of the lexical outline, in the order in which they are preferred where signs are equal; "other" for
#: all that have no outline of their own by tokens.
LANGUAGES = ("python", "javascript", "typescript", "java", "c", "cpp", "go", "rust", "other")

#: What a line begins with, after its indentation, by language: at most 255. Of several that fit, each counts.
PREFIXES = {
    "python": (
        "def ", "async def ", "from ", "import ", "elif ", "except", "with ", "raise ", "self.", "@", '"""',
        "assert ", "if __name__", "print(", "pass", "class ",
    ),
    "javascript": (
        "function ", "async function", "const ", "let ", "var ", "module.exports", "export ", "exports.",
        "import {", "class ", "});", "return function", "'use strict'", "console.", "if (", "static ",
    ),
    "typescript": (
        "interface ", "export ", "export interface", "export type", "export enum", "declare ", "abstract class",
        "readonly ", "export abstract", "private readonly", "public readonly", "import {", "export class",
        "const ", "if (",
    ),
    "java": (
        "public ", "private ", "protected ", "import java", "import org", "import com", "@Override", "package ",
        "import static", "public class", "throw new", "super.", "final ", "if (",
    ),
    "c": (
        "#include", "#define", "#if", "#endif", "#else", "typedef ", "static ", "struct ", "extern ",
        "unsigned ",
        "goto ", "memset(", "if( ", "if (", "int ", "char ", "void ", "const char", "assert(",
    ),
    "cpp": (
        "template", "namespace ", "using ", "public:", "private:", "protected:", "std::", "auto ", "virtual ",
        "class ", "explicit ", "#include <", "constexpr ", "inline ", "const auto", "if (", "int ", "void ",
    ),
    "go": (
        "func ", "func (", "package ", "type ", "defer ", "go ", "if err", "switch ", "for _", "select {",
        "fmt.", "return nil", "import (",
    ),
    "rust": (
        "fn ", "pub ", "pub fn", "impl", "let ", "let mut", "use ", "mod ", "match ", "#[", "trait ",
        "pub(", "///",
        "unsafe ", "Some(", "Ok(", "if let", "self.", "extern crate",
    ),
    "other": (
        "end", "fi", "done", "esac", "then", "local ", "elsif ", "elseif ", "elif [", "if [", "echo ",
        "unless ", "require '", "puts ", "attr_", "module ", "defmodule ", "defp ", "@spec ", "@doc ",
        "@moduledoc ", "|> ", "when ", "rescue", "--", "#' ", "my ", "our ", "sub ", "use strict", "=cut", "$",
        "<?php", "public function", "public func", "private func", "protected func", "protected function",
        "public static func", "foreach (", "fun ", "private fun ", "override ", "val ", "private val ",
        "internal ", "companion ", "data class ", "guard ", "extension ", "protocol ", "import Foundation",
        "import UIKit", "@objc", "object ", "case class ", "using System", "instance ", "newtype ", "where",
        "import qualified", "SELECT", "CREATE ", "INSERT ", "ALTER ", "DROP ", "FROM ", "WHERE ", "BEGIN",
        "END", "DECLARE", "- (", "+ (", "@property", "@implementation", "@interface", "proc ", "resource ",
        "param(", "Write-", "library(", "Get-", "Set-", "New-", "[Parameter", "[CmdletBinding", "[string]",
        "Function ", "let s:", "let g:", "let b:", "endif", "endfunction", "endfor", "call ", "exe ", "syn ",
        "au ", "autocmd", "let rec ", "let open ", "match ", "| ", "override def ", "private def ", "implicit ",
        "template ", "test_that(", "expect_", "ggplot(", "message ", "repeated ", "optional ", "rpc ", "[self",
        "[super", "return [", "namespace ", "internal static", "private static void", "#region", "let ", "func ",
    ),
}  # fmt: skip
