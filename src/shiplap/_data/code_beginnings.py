"""The first statements of source code, by which a text without a path is code of a language as a whole. Our own
choice.

Only statements that no text of prose begins with are here, and only languages that the outline by tokens does not
know: the languages of listings are guessed by `code_prefixes`.
"""

from __future__ import annotations

#: Lines of comment before the first statement, in any language, with the white space after them. No statement
#: begins with one of these signs.
LINES = (
    r"(?:(?://|--|[;'!*]|\"(?!\")|%(?!\w+ )|#(?!include|define|if|undef|pragma|import|nullable|[rR]equires|\[))"
    r"[^\n]*(?:\n\s*|\Z))+"
)
#: The two signs that begin a comment of several lines, and what ends it.
SPANS = {"/*": "*/", "(*": "*)", "{-": "-}", "<#": "#>", "#[": "]"}

#: What a first statement begins with, of which three characters are looked up before the patterns of BEGINNINGS
#: are tried; or it begins with a name and a sign of an assignment or a function (ASSIGNMENT). `_` is a space.
STARTS = """
    #!/ #!_ #import #nullable #Requires #requires #[= #[[ @file @import @interface @implementation @class
    @testable @Library @property @main @objc @available @Model @UI @NS <?php using global namespace syntax
    edition package import plugins buildscript pipeline apply public internal final private open struct class
    protocol extension enum actor func library part pub const defmodule defimpl defprotocol -module {-# module
    require let val type include local resource data variable provider output terraform vim9script if_ if(
    finish syn set Set scriptencoding augroup function CompilerSet runtime Imports Attribute Option unit Unit
    UNIT program Program PROGRAM Library LIBRARY param Param Function Import [CmdletBinding $Error create
    CREATE Create drop DROP alter ALTER insert INSERT use USE begin BEGIN SET cmake_ project macro find_
    message add_ FROM ARG .PHONY .DEFAULT .SUFFIXES .ONESHELL all build default install help clean -include
    with IDENTIFICATION identification Identification ID_ id_ (ns (in-ns (def (in-package (require (provide
    subroutine SUBROUTINE submodule MODULE entity ENTITY section SECTION segment SEGMENT .globl .global .text
    .file .section .intel extern bits BITS org_ ORG_ %include %define %macro %if %pragma %use proc template
    from when {.push schema pragma generator datasource test_that export shopt case object trait `timescale
    `include `default `define
"""
ASSIGNMENT = r"[\w.-]+(?: <- | ?\(\)| ?[:?+]?=)|\{"

#: A line that code does not have outside of comments and strings: five words of a sentence, or a fence.
PROSE = r"^(?:[A-Z][a-z]+,?(?: [a-z]+,?){4}|```|~~~)"

#: What a text of a language has, by which most texts that begin like it are left out faster.
NEEDED = {"kotlin": "fun ", "swift": "func ", "scala": "def ", "make": "\n\t", "ruby": "end", "julia": "end"}

_NAME = r"[A-Z]\w*"
_PATH = r"[A-Z]\w*(?:\.\w+)*"

#: The language, the characters that its first statement may begin with ("": any), the beginning of that statement,
#: and what the text must have later, or "". Of several that fit the first one counts.
BEGINNINGS = (
    ("python", "#", r"#![^\n]*\bpython", ""),
    ("shell", "#", r"#![^\n]*\b(?:ba|da|z|k)?sh\b", ""),
    (
        "shell", "",
        r"[\w-]+ ?\(\)\s*(?:\{|\n\{)|set -[euxo]|export \w+=|if \[\[? |shopt -",
        r"^[ \t]*(?:fi|done|esac|local)\b",
    ),
    ("perl", "#", r"#![^\n]*\bperl\b", ""),
    ("ruby", "#", r"#![^\n]*\bruby\b", r"\bend\b"),
    ("javascript", "#", r"#![^\n]*\bnode\b", ""),
    ("r", "#", r"#![^\n]*\bRscript\b", ""),
    ("powershell", "#", r"#![^\n]*\bpwsh\b|#[Rr]equires -", ""),
    ("php", "#<", r"(?:#![^\n]*\bphp[^\n]*\n)?<\?php\b", ""),
    ("lua", "#", r"#![^\n]*\blua", ""),
    ("tcl", "#", r"#![^\n]*\b(?:tcl|wi)sh", ""),
    (
        "csharp", "#gnu",
        rf"(?:global )?using (?:static )?{_PATH};|namespace (?:{_NAME};|{_NAME}(?:\.\w+)+\s*[{{;])"
        rf"|#nullable ",
        "",
    ),
    ("objective-c", "#@", r"#import [<\"]|@(?:import \w+;|interface \w|implementation \w|class \w+;)", ""),
    ("protobuf", "es", r"syntax = [\"']proto[23][\"'];|edition = \"", ""),
    (
        "kotlin", "@ip",
        r"(?:@file:|package [a-z]\w*\.[\w.]*[ \t\r]*\n|import [a-z]\w*\.[\w.*]*[ \t\r]*\n)",
        r"\bfun (?:[\w`.]+\(|<)",
    ),
    (
        "scala", "ip",
        r"(?:package [a-z]\w*\.[\w.]*[ \t\r]*\n|import [a-z][\w.]*\.[{_])",
        r"^[ \ta-z]{0,60}\b(?:def|object|trait) \w",
    ),
    (
        "scala", "cot",
        r"(?:case )?(?:object|class|trait) \w+[^\n]*\{[ \t\r]*\n",
        r"^[ \ta-z]{0,60}\bdef \w[^\n]{0,160} =(?: |$)",
    ),
    ("scala", "p", r"package [a-z]\w*[ \t\r]*\n", r"\bdef \w"),
    ("groovy", "@abp", r"(?:plugins|buildscript|pipeline) \{|apply plugin:|@Library\(", ""),
    (
        "haskell", "im{",
        rf"\{{-# [A-Z]+|module {_PATH}(?:\s*\(|\s+where\b)|import (?:qualified )?{_PATH}",
        r"^[ \t]*[(\w']+(?:[ \t]*\n)?[ \t]*::[ \t\n]",
    ),
    (
        "swift", "@i",
        rf"(?:@testable )?import {_NAME}[ \t\r]*\n",
        r"\b(?:func \w+[(<]|(?:let|var) \w+ ?[:=]|extension \w+)",
    ),
    (
        "swift", "@acefiops",
        r"(?:@\w+[ \n]|public |open |internal |final |private ){0,4}(?:struct|class|protocol|extension"
        r"|enum|actor|func) \w",
        r"\bfunc \w+(?:<[^>\n]*>)?\(",
    ),
    ("vhdl", "EeLl", r"(?i:library ieee;|entity \w+ is\b)", ""),
    ("dart", "ilp", r"import '(?:dart|package):|library [\w.]+;|part of ['\"\w.]+;", ""),
    ("zig", "cp", r"(?:pub )?const \w+ = @import\(", ""),
    ("elixir", "di", r"defmodule [A-Z][\w.]* do\b|import Config[ \t\r]*\n|defimpl [A-Z]|defprotocol [A-Z]", ""),
    ("erlang", "-", r"-module\(\w+\)\.", ""),
    (
        "ruby", "cmr",
        rf"require(?:_relative)? ['\"]|(?:module|class) {_NAME}(?:::\w+)*(?: < [\w:]+)?[ \t\r]*\n",
        r"^[ \t]*end[ \t\r]*$",
    ),
    (
        "julia", "mu",
        rf"(?:module|using) {_PATH}(?:, {_PATH})*[ \t\r]*\n",
        r"^[ \t]*(?:function|struct|macro|mutable struct|export) \w",
    ),
    (
        "perl", "pu",
        r"package \w+(?:::\w+)*\s*[;{]|use (?:strict|warnings|v?5[\d.]*)\b[^\n]*;",
        r"\b(?:sub \w|(?:my|our) [$@%(])",
    ),
    ("lua", "l", r"local \w+(?:, ?\w+)* ?=|local function \w", r"^[ \t]*end\b"),
    ("r", "", r"library\(\w+\)|[a-zA-Z.][\w.]* <- |test_that\(\"", r"<-|\($"),
    ("tcl", "np", r"package (?:require|provide) \w|namespace eval ", ""),
    (
        "terraform", "dlmoprtv",
        r"(?:resource|data|variable|provider|module|output) \"[\w-]+\"(?: \"[\w-]+\")? \{|(?:terraform"
        r"|locals) \{",
        "",
    ),
    (
        "vim", "aCfilrsv",
        r"vim9script\b|(?:if|finish) exists\(|if !?exists\([\"']|let [sgb]:\w|syn(?:tax)? (?:match|keyword"
        r"|clear|case)\b"
        r"|set no?compatible|scriptencoding |augroup \w|function! \w|CompilerSet |runtime! ",
        "",
    ),
    ("visual-basic", "AIO", r"Imports [A-Z][\w.]*[ \t\r]*\n|Attribute VB_Name|Option (?:Explicit|Strict)\b", ""),
    ("matlab", "cf", r"function (?:\[[^\]\n]*\]|\w+) ?= ?\w+ ?\(|classdef \w", ""),
    ("pascal", "LlPpUu", r"(?i:unit|program|library) \w+(?:\.\w+)*;\s", r"^[ \t]*(?i:begin|uses|interface|var)\b"),
    (
        "powershell", "$[FfIPpSu",
        r"[pP]aram ?\(|\[CmdletBinding|[fF]unction [A-Z]\w*-\w+|Import-Module |Set-StrictMode "
        r"|using (?:namespace|module) "
        r"|\$ErrorActionPreference\b",
        r"\$\w+ ?=|\[Parameter|^[ \t]*[A-Z]\w+-[A-Z]\w+ ",
    ),
    (
        "sql", "AaBbCcDdIiSsUu",
        r"(?i:create (?:or replace |unique |temp |temporary )*(?:table|view|function|procedure|index"
        r"|schema|database|type)"
        r"|drop (?:table|view|function|procedure|index)|alter table|insert into|set \w+ ?=|use \w+;"
        r"|begin;)",
        r";[ \t\r]*$",
    ),
    (
        "cmake", "acfimps",
        r"(?:cmake_\w+|include\w*|project|function|macro|set|if|find_\w+|message|add_\w+) ?\(",
        r"^[ \t]*(?:end(?:if|function|macro|foreach)|target_\w+|find_package|cmake_\w+|add_\w+"
        r"|include) ?\(",
    ),
    (
        "dockerfile", "AF",
        r"(?:FROM|ARG) [\w./:@${}=-]+(?: +(?:AS|as) \w+)?[ \t\r]*\n",
        r"^(?:RUN|COPY|CMD|WORKDIR|ENTRYPOINT|ADD) ",
    ),
    (
        "make", "",
        r"\.(?:PHONY|DEFAULT|SUFFIXES|ONESHELL) ?:|[A-Z][A-Z_]* ?[:?+]?= ?|(?:all|build|default|install"
        r"|help|clean) ?:[ \n]|-?include ",
        r"^[\w./%$()-]+ ?:[^=\n]*\n\t",
    ),
    ("nix", "w{", r"\{[^{}]{0,400}\} ?:\s|with import <|\{ (?:lib|pkgs|stdenv)\b", ""),
    ("cobol", "0123456789Ii", r"(?:\d{6} )?\s*(?i:identification|id) +(?i:division)\.", ""),
    ("clojure", "(", r"\((?:ns|in-ns|defproject) ", ""),
    ("lisp", "(", r"\((?:defun|in-package|require '|defpackage|defvar|provide) ?", r"^\("),
    (
        "ocaml", "ilmotv",
        rf"open!? {_PATH}[ \t\r]*\n|module {_NAME} ?[=:]|type (?:'\w+ )?\w+(?: ?=|[ \t\r]*\n)"
        rf"|include {_NAME}|val \w+ ?:|let (?:rec )?\w+",
        r"\bmatch [^\n]{1,80} with\b|^[ \t]*\| |\bfun [\w ]{1,80} ->| in[ \t\r]*$|^[ \t]*val \w+ ?:",
    ),
    (
        "fortran", "MmPpSs",
        r"(?i:program|module|subroutine|submodule) \w+\s*(?:\([^)\n]*\))?[ \t\r]*\n",
        r"^[ \t]*(?i:implicit none|end (?:program|module|subroutine))\b",
    ),
    ("ada", "puw", rf"(?:with|use) {_PATH};|package (?:body )?{_PATH} is\b", ""),
    (
        "verilog", "`m",
        r"`(?:timescale|include|default_nettype|define)\b|module \w+\s*(?:#\s*\(|\(|;)",
        r"\bendmodule\b|\bendpackage\b",
    ),
    (
        "assembly", "%.BbegOoSs",
        r"(?i:section|segment) \.\w+|\.(?:globl|global|text|file|section|intel_syntax)\s|(?:global"
        r"|extern) \w+[ \t\r]*\n"
        r"|%(?:include|define|macro|ifdef|ifndef|if|pragma|use) |(?i:bits) (?:16|32|64)\b|(?i:org) ",
        r"^[ \t]+(?i:mov|push|jmp|call|ret|int|add|lea|db|dd)\w*\b",
    ),
    (
        "nim", "cfiptw{",
        r"(?:proc|template) [a-z]|(?:import|from) (?:std/|strutils\b|sequtils\b|macros\b)|(?:type"
        r"|const)[ \t\r]*\n|when \w|\{\.push",
        r"^[ \t]*(?:proc|template|iterator) \w+\*?[(\[]",
    ),
    (
        "graphql", "st",
        r"(?:schema|type \w+(?: implements [\w &]+)?(?: @[^\n{]*)?) \{[ \t\r]*\n",
        r"^  \w+(?:\([^)\n]*\))?: \[?\w+[!\]]*",
    ),
    ("solidity", "p", r"pragma solidity ", ""),
    ("prisma", "dg", r"(?:generator|datasource) \w+ \{", ""),
)  # fmt: skip
