"""The first statements of source code, by which a text without a path is code of a language as a whole. Our own
choice.

Only statements that no text of prose begins with are here, and only languages that the outline by tokens does not
know: the languages of listings are guessed by `code_prefixes`.
"""

from __future__ import annotations

from typing import NamedTuple


class Beginning(NamedTuple):
    """The beginning of the texts of a language.

    starts: words and signs that the first statement may begin with, with `_` for a space; their first three
        characters are looked up before any pattern is tried. Words are in small letters if `begins` ignores the
        case. `NAME=` stands for ASSIGNMENT.
    begins: the beginning of the first statement. later: what the text must have from there on, or "".
    needed: letters that `later` cannot do without, by which most texts that begin alike are left out faster.
    """

    language: str
    starts: str
    begins: str
    later: str = ""
    needed: str = ""


#: Lines of comment before the first statement, in any language, with the white space after them. No statement
#: begins with one of these signs.
LINES = (
    r"(?:(?://|--|[;'!*]|\"(?!\")|%(?!\w+ )|#(?!include|define|if|undef|pragma|import|nullable|[rR]equires|\[))"
    r"[^\n]*(?:\n\s*|\Z))+"
)
#: The two signs that begin a comment of several lines, and what ends it.
SPANS = {"/*": "*/", "(*": "*)", "{-": "-}", "<#": "#>", "#[": "]"}

#: A name and a sign of an assignment or of a function, or a label, with which a first statement may begin.
ASSIGNMENT = r"[\w.-]+(?: <- | ?\(\)| ?[:?+]?=)|\{|\w+:[ \t]*(?:;[^\n]*)?\r?\n"

#: Comments and texts of several lines, in which prose may stand: also POD, and the comments of Ruby.
COMMENTS = (
    r"/\*.*?(?:\*/|\Z)|\(\*.*?(?:\*\)|\Z)|\{-.*?(?:-\}|\Z)|<#.*?(?:#>|\Z)|\"\"\".*?(?:\"\"\"|\Z)"
    r"|^=[a-z].*?(?:^=(?:cut|end)\b|\Z)"
)

#: A line that code does not have outside of comments and strings: five words of a sentence, or a fence.
PROSE = r"^(?:[A-Z][a-z]+,?(?: [a-z]+,?){4}|```|~~~)"

_NAME = r"[A-Z]\w*"
_PATH = r"[A-Z]\w*(?:\.\w+)*"

_INSTRUCTION = (
    r"(?i:mov|push|pop|jmp|call|lea|xor|add|sub|cmp|test|inc|int|ldr|str|stp|bl|li|lw|la|d[bdw]"
    r"|\.(?:byte|word|long|quad|ascii|asciz|string))\w*"
)

#: Of several rows that fit the first one counts.
BEGINNINGS = (
    Beginning("python", "#!/ #!_", r"#![^\n]*\bpython"),
    Beginning("shell", "#!/ #!_", r"#![^\n]*\b(?:ba|da|z|k)?sh\b"),
    Beginning(
        "shell",
        "if_ set export shopt NAME=",
        r"[\w-]+ ?\(\)\s*(?:\{|\n\{)|set -[euxo]|export \w+=|if \[\[? |shopt -",
        r"^[ \t]*(?:fi|done|esac|local)\b",
    ),
    Beginning("perl", "#!/ #!_", r"#![^\n]*\bperl\b"),
    Beginning("ruby", "#!/ #!_", r"#![^\n]*\bruby\b", r"\bend\b", needed="end"),
    Beginning("javascript", "#!/ #!_", r"#![^\n]*\bnode\b"),
    Beginning("r", "#!/ #!_", r"#![^\n]*\bRscript\b"),
    Beginning("powershell", "#!/ #!_ #Requires #requires", r"#![^\n]*\bpwsh\b|#[Rr]equires -"),
    Beginning("php", "#!/ #!_ <?php", r"(?:#![^\n]*\bphp[^\n]*\n)?<\?php\b"),
    Beginning("lua", "#!/ #!_", r"#![^\n]*\blua"),
    Beginning("awk", "#!/ #!_", r"#![^\n]*\b[gmn]?awk\b"),
    Beginning(
        "awk",
        "BEGIN",
        r"BEGIN[ \t]*\{",
        r"(?:^|[^$@%&.\w])(?:NF|NR|FNR|FS|OFS|RS|ARGC)\b",
    ),
    Beginning(
        "awk",
        "func",
        r"function \w+\([\w, \t]*\)\s*\{",
        r"^(?:(?:BEGIN|END)[ \t]*\{|(?:NF|NR|FNR|\$\d)\b[^\n]*\{)",
    ),
    Beginning("prolog", "#!/ #!_", r"#![^\n]*\bswipl\b"),
    Beginning(
        "prolog",
        ":-_ :-module :-use :-ensure :-consult :-include :-set :-dynamic :-table :-op",
        r":- ?(?:module|use_module|ensure_loaded|consult|include|initialization|set_prolog_flag|dynamic"
        r"|discontiguous|multifile|table|op)\b",
        r"\.[ \t\r]*$",
    ),
    Beginning(
        "smalltalk",
        "Object Class_ Smalltalk",
        r"Object (?:variable)?[sS]ubclass: ?#?\w|Class \{\s*#name ?:|Smalltalk \w+: ",
    ),
    Beginning("tcl", "#!/ #!_", r"#![^\n]*\b(?:tcl|wi)sh"),
    Beginning(
        "csharp",
        "#nullable using global namespace",
        rf"(?:global )?using (?:static )?{_PATH};|namespace (?:{_NAME};|{_NAME}(?:\.\w+)+\s*[{{;])"
        rf"|#nullable ",
    ),
    Beginning(
        "objective-c",
        "#import @import @interface @class",
        r"#import [<\"]|@(?:import \w+;|interface \w|implementation \w|class \w+;)",
    ),
    Beginning("protobuf", "syntax edition", r"syntax = [\"']proto[23][\"'];|edition = \""),
    Beginning(
        "kotlin",
        "@file package import",
        r"(?:@file:|package [a-z]\w*\.[\w.]*[ \t\r]*\n|import [a-z]\w*\.[\w.*]*[ \t\r]*\n)",
        r"\bfun (?:[\w`.]+\(|<)",
        needed="fun ",
    ),
    Beginning(
        "scala",
        "package import",
        r"(?:package [a-z]\w*\.[\w.]*[ \t\r]*\n|import [a-z][\w.]*\.[{_])",
        r"^[ \ta-z]{0,60}\b(?:def|object|trait) \w",
        needed="def ",
    ),
    Beginning(
        "scala",
        "class case object trait",
        r"(?:case )?(?:object|class|trait) \w+[^\n]*\{[ \t\r]*\n",
        r"^[ \ta-z]{0,60}\bdef \w[^\n]{0,160} =(?: |$)",
        needed="def ",
    ),
    Beginning("scala", "package", r"package [a-z]\w*[ \t\r]*\n", r"\bdef \w", needed="def "),
    Beginning(
        "groovy",
        "@Library plugins buildscript pipeline apply",
        r"(?:plugins|buildscript|pipeline) \{|apply plugin:|@Library\(",
    ),
    Beginning(
        "haskell",
        "import {-# module",
        rf"\{{-# [A-Z]+|module {_PATH}(?:\s*\(|\s+where\b)|import (?:qualified )?{_PATH}",
        r"^[ \t]*[(\w']+(?:[ \t]*\n)?[ \t]*::[ \t\n]",
    ),
    Beginning(
        "swift",
        "@testable import",
        rf"(?:@testable )?import {_NAME}[ \t\r]*\n",
        r"\b(?:func \w+[(<]|(?:let|var) \w+ ?[:=]|extension \w+)",
        needed="func ",
    ),
    Beginning(
        "swift",
        "@property @main @objc @available @Model @UI @NS public internal final private open struct class protocol"
        " extension enum actor func",
        r"(?:@\w+[ \n]|public |open |internal |final |private ){0,4}(?:struct|class|protocol|extension"
        r"|enum|actor|func) \w",
        r"\bfunc \w+(?:<[^>\n]*>)?\(",
        needed="func ",
    ),
    Beginning("vhdl", "library entity", r"(?i:library ieee;|entity \w+ is\b)"),
    Beginning("dart", "import library part", r"import '(?:dart|package):|library [\w.]+;|part of ['\"\w.]+;"),
    Beginning("zig", "pub const", r"(?:pub )?const \w+ = @import\("),
    Beginning(
        "elixir",
        "import defmodule",
        r"defmodule [A-Z][\w.]* do\b|import Config[ \t\r]*\n|defimpl [A-Z]|defprotocol [A-Z]",
    ),
    Beginning("erlang", "-module", r"-module\(\w+\)\."),
    Beginning(
        "ruby",
        "class module require",
        rf"require(?:_relative)? ['\"]|(?:module|class) {_NAME}(?:::\w+)*(?: < [\w:]+)?[ \t\r]*\n",
        r"^[ \t]*end[ \t\r]*$",
        needed="end",
    ),
    Beginning(
        "julia",
        "using module",
        rf"(?:module|using) {_PATH}(?:, {_PATH})*[ \t\r]*\n",
        r"^[ \t]*(?:function|struct|macro|mutable struct|export) \w",
        needed="end",
    ),
    Beginning(
        "perl",
        "package use",
        r"package \w+(?:::\w+)*\s*[;{]|use (?:strict|warnings|v?5[\d.]*)\b[^\n]*;",
        r"\b(?:sub \w|(?:my|our) [$@%(])",
    ),
    Beginning("lua", "local", r"local \w+(?:, ?\w+)* ?=|local function \w", r"^[ \t]*end\b"),
    Beginning("r", "library test_that NAME=", r"library\(\w+\)|[a-zA-Z.][\w.]* <- |test_that\(\"", r"<-|\($"),
    Beginning("tcl", "namespace package", r"package (?:require|provide) \w|namespace eval "),
    Beginning(
        "terraform",
        "module local resource data variable provider output terraform",
        r"(?:resource|data|variable|provider|module|output) \"[\w-]+\"(?: \"[\w-]+\")? \{|(?:terraform"
        r"|locals) \{",
    ),
    Beginning(
        "vim",
        "syntax func let vim9script if_ finish set scriptencoding augroup CompilerSet runtime",
        r"vim9script\b|(?:if|finish) exists\(|if !?exists\([\"']|let [sgb]:\w|syn(?:tax)? (?:match|keyword"
        r"|clear|case)\b"
        r"|set no?compatible|scriptencoding |augroup \w|function! \w|CompilerSet |runtime! ",
    ),
    Beginning(
        "visual-basic",
        "Imports Attribute Option",
        r"Imports [A-Z][\w.]*[ \t\r]*\n|Attribute VB_Name|Option (?:Explicit|Strict)\b",
    ),
    Beginning("matlab", "class func", r"function (?:\[[^\]\n]*\]|\w+) ?= ?\w+ ?\(|classdef \w"),
    Beginning(
        "pascal",
        "library unit program",
        r"(?i:unit|program|library) \w+(?:\.\w+)*;\s",
        r"^[ \t]*(?i:begin|uses|interface|var)\b",
    ),
    Beginning(
        "powershell",
        "using func Set param Param Function Import [CmdletBinding $Error",
        r"[pP]aram ?\(|\[CmdletBinding|[fF]unction [A-Z]\w*-\w+|Import-Module |Set-StrictMode "
        r"|using (?:namespace|module) "
        r"|\$ErrorActionPreference\b",
        r"\$\w+ ?=|\[Parameter|^[ \t]*[A-Z]\w+-[A-Z]\w+ ",
    ),
    Beginning(
        "sql",
        "set create drop alter insert use begin",
        r"(?i:create (?:or replace |unique |temp |temporary )*(?:table|view|function|procedure|index"
        r"|schema|database|type)"
        r"|drop (?:table|view|function|procedure|index)|alter table|insert into|set \w+ ?=|use \w+;"
        r"|begin;)",
        r";[ \t\r]*$",
    ),
    Beginning(
        "cmake",
        "func include if_ if( set project macro message cmake_ find_ add_",
        r"(?:cmake_\w+|include\w*|project|function|macro|set|if|find_\w+|message|add_\w+) ?\(",
        r"^[ \t]*(?:end(?:if|function|macro|foreach)|target_\w+|find_package|cmake_\w+|add_\w+"
        r"|include) ?\(",
    ),
    Beginning(
        "dockerfile",
        "FROM ARG",
        r"(?:FROM|ARG) [\w./:@${}=-]+(?: +(?:AS|as) \w+)?[ \t\r]*\n",
        r"^(?:RUN|COPY|CMD|WORKDIR|ENTRYPOINT|ADD) ",
    ),
    Beginning(
        "make",
        "include .PHONY .DEFAULT .SUFFIXES .ONESHELL all build default install help clean -include NAME=",
        r"\.(?:PHONY|DEFAULT|SUFFIXES|ONESHELL) ?:|[A-Z][A-Z_]* ?[:?+]?= ?|(?:all|build|default|install"
        r"|help|clean) ?:[ \n]|-?include ",
        r"^[\w./%$()-]+ ?:[^=\n]*\n\t",
        needed="\n\t",
    ),
    Beginning("nix", "with {", r"\{[^{}]{0,400}\} ?:\s|with import <|\{ (?:lib|pkgs|stdenv)\b"),
    Beginning("cobol", "identification id_ 000", r"(?:\d{6} )?\s*(?i:identification|id) +(?i:division)\."),
    Beginning("clojure", "(ns (in-ns (def", r"\((?:ns|in-ns|defproject) "),
    Beginning(
        "lisp",
        "(def (in-package (require (provide",
        r"\((?:defun|in-package|require '|defpackage|defvar|provide) ?",
        r"^\(",
    ),
    Beginning(
        "ocaml",
        "open module let val type include",
        rf"open!? {_PATH}[ \t\r]*\n|module {_NAME} ?[=:]|type (?:'\w+ )?\w+(?: ?=|[ \t\r]*\n)"
        rf"|include {_NAME}|val \w+ ?:|let (?:rec )?\w+",
        r"\bmatch [^\n]{1,80} with\b|^[ \t]*\| |\bfun [\w ]{1,80} ->| in[ \t\r]*$|^[ \t]*val \w+ ?:",
    ),
    Beginning(
        "fortran",
        "module program subroutine",
        r"(?i:program|module|subroutine|submodule) \w+\s*(?:\([^)\n]*\))?[ \t\r]*\n",
        r"^[ \t]*(?i:implicit none|end (?:program|module|subroutine))\b",
    ),
    Beginning("ada", "package use with", rf"(?:with|use) {_PATH};|package (?:body )?{_PATH} is\b"),
    Beginning(
        "verilog",
        "module `timescale `include `default",
        r"`(?:timescale|include|default_nettype|define)\b|module \w+\s*(?:#\s*\(|\(|;)",
        r"\bendmodule\b|\bendpackage\b",
    ),
    Beginning(
        "assembly",
        "global section segment .globl .text .file .section .intel extern bits org_ %include %define %macro %if"
        " %pragma %use",
        r"(?i:section|segment) \.\w+|\.(?:globl|global|text|file|section|intel_syntax)\s|(?:global"
        r"|extern) \w+[ \t\r]*\n"
        r"|%(?:include|define|macro|ifdef|ifndef|if|pragma|use) |(?i:bits) (?:16|32|64)\b|(?i:org) ",
        r"^[ \t]+(?i:mov|push|jmp|call|ret|int|add|lea|db|dd)\w*\b",
    ),
    Beginning(
        "nim",
        "import const type proc template from when {.push",
        r"(?:proc|template) [a-z]|(?:import|from) (?:std/|strutils\b|sequtils\b|macros\b)|(?:type"
        r"|const)[ \t\r]*\n|when \w|\{\.push",
        r"^[ \t]*(?:proc|template|iterator) \w+\*?[(\[]",
    ),
    Beginning(
        "graphql",
        "type schema",
        r"(?:schema|type \w+(?: implements [\w &]+)?(?: @[^\n{]*)?) \{[ \t\r]*\n",
        r"^  \w+(?:\([^)\n]*\))?: \[?\w+[!\]]*",
    ),
    Beginning(
        "assembly",
        "NAME=",
        rf"[A-Za-z_]\w*:[ \t]*(?:;[^\n]*)?\r?\n[ \t]*{_INSTRUCTION}\b",
        rf"^[ \t]*{_INSTRUCTION}[ \t]+[\w%$\[(.-]+(?:,|[ \t]*$)",
    ),
    Beginning("elm", "module port_", r"(?:port )?module [A-Z][\w.]* exposing ?\("),
    Beginning("batch", "@echo", r"(?i:@echo (?:off|on)\b)"),
    Beginning("racket", "#lang", r"#lang \w"),
    Beginning("scheme", "(define (library (import", r"\((?:define(?:-[\w-]+)? |library \(|import \()", r"^\("),
    Beginning("solidity", "pragma", r"pragma solidity "),
    Beginning("prisma", "data generator", r"(?:generator|datasource) \w+ \{"),
)
