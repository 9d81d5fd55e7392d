"""Source code without a path: the language by the first statement."""

from __future__ import annotations

import re._parser as parser  # type: ignore[import-not-found,unused-ignore]
from typing import Any

import pytest

import shiplap
from shiplap._core.text import Text
from shiplap._data.code_beginnings import BEGINNINGS, Beginning
from shiplap.content.code_text import code_language, words_of

#: The language of each text.
TEXTS = {
    "@echo off\nsetlocal\nrem A.\n:a\necho b\n": "batch",
    "module A exposing (..)\n\nimport B\n": "elm",
    "port module A.B exposing (c)\n": "elm",
    "#lang racket\n(define (f) 1)\n": "racket",
    ";; A.\n(define (f a)\n  a)\n": "scheme",
    "; A.\nstart:\n    mov eax, 1\n    ret\n": "assembly",
    "f:\nmov ax, 1\nret\n": "assembly",
    "=head1 NAME\n\nThe rope that is old.\n\n=cut\n\npackage A;\n\nsub f {\n}\n": "perl",
    "package A;\n\n=head1 NAME\n\nThe rope that is old is here.\n\n=cut\n\nsub f {\n}\n": "perl",
    'schema {\n  a: B\n}\n\n"""\nThe rope that is old is here.\n"""\ntype B {\n  c: D!\n}\n': "graphql",
    "Entity A is\nend;\n": "vhdl",
    "#!/usr/bin/env python3\nx = 1\n": "python",
    "#!/bin/bash\nset -e\n": "shell",
    "#!/usr/bin/gawk -f\n/a/ { b = $1 }\n": "awk",
    "# A.\nBEGIN {\n\tFS = \",\"\n}\n\n/a/ {\n\tprint $1\n}\n": "awk",
    "function f(a, b) {\n\treturn substr(a, b)\n}\n\nNF > 2 {\n\tprint f($1, 2)\n}\n": "awk",
    "% A.\n\n:- module(a, [b/1]).\n\nb(1).\nb(A) :-\n    c(A).\n": "prolog",
    "/* A. */\n:- dynamic a/1.\na(1).\n": "prolog",
    "Object subclass: #A\n\tinstanceVariableNames: 'b'\n\tpackage: 'C'!\n\n!A methodsFor: 'd'!\nb\n\t^b! !\n":
        "smalltalk",
    "Object subclass: A [\n    b [ ^1 ]\n]\n": "smalltalk",
    "Class {\n\t#name : 'A',\n\t#superclass : 'Object'\n}\n\nA >> b [\n\n\t^ 1\n]\n": "smalltalk",
    "# bash completion for a  -*- shell-script -*-\n\n_a()\n{\n    local b\n}\n": "shell",
    "<?php\nnamespace A;\n": "php",
    "/*\nCopyright (C) The people of the dock\n*/\n\n// b\nusing System.IO;\n": "csharp",
    "namespace Dock.Ropes;\n": "csharp",
    "#import <Foundation/Foundation.h>\n": "objective-c",
    '// Copyright.\n//\n//     * Redistributions of source code\n\nsyntax = "proto3";\n': "protobuf",
    "package a.b\n\nimport c.d\n\nfun f(x: Int) = x\n": "kotlin",
    "package a.b\n\nimport c.d\n\nobject A {\n  def f = 1\n}\n": "scala",
    "plugins {\n  id 'java'\n}\n": "groovy",
    "// A.\n\nimport UIKit\n\nfunc f() {\n}\n": "swift",
    "public final class A {\n  func f(x: Int) {\n  }\n}\n": "swift",
    "import 'package:a/b.dart';\n": "dart",
    'const std = @import("std");\n': "zig",
    "# A.\ndefmodule A.B do\nend\n": "elixir",
    "%% A.\n-module(a).\n": "erlang",
    "{-# LANGUAGE A #-}\n-- |\n-- Module : A\nmodule A (f) where\n\nf :: B\nf = c\n": "haskell",
    "require 'a'\n\nclass B\nend\n": "ruby",
    "using A\n\nfunction f(x)\n  x\nend\n": "julia",
    "package A::B;\nuse strict;\nsub f { 1 }\n": "perl",
    "--- A.\n-- B.\nlocal a, b = c, d\nfunction f()\nend\n": "lua",
    "#' A.\n#' @export\nf <- function(x) {\n  x\n}\n": "r",
    "package require Tcl 8.6\n": "tcl",
    '# A.\nresource "a" "b" {\n}\n': "terraform",
    '" Vim syntax file\n" Language: A\n\nif exists("b:a")\n  finish\nendif\n': "vim",
    "Imports System.IO\n": "visual-basic",
    "function y = f(x)\n  y = x;\nend\n": "matlab",
    "unit Dock;\ninterface\n": "pascal",
    "<#\n.SYNOPSIS\nMends ropes.\n#>\nfunction Restart-Computer {\n  $a = 1\n}\n": "powershell",
    "-- A.\nCREATE TABLE a (b int);\n": "sql",
    "# A.\n\n#[====[.rst:\nThe ropes of the dock are here.\n#]====]\nif(A)\nendif()\n": "cmake",
    "FROM debian:12 AS a\nRUN b\n": "dockerfile",
    "CC = gcc\n\nall: a\n\tb\n": "make",
    "{ lib, stdenv }:\n\nstdenv.a { }\n": "nix",
    "      * A.\n       IDENTIFICATION DIVISION.\n": "cobol",
    ";; A.\n(ns a.b)\n": "clojure",
    ";;; a.el --- B\n\n(require 'c)\n(d)\n": "lisp",
    "(** A rope. *)\n\ntype t\n\nval f : t -> t\n": "ocaml",
    "! A.\nmodule a\n  implicit none\nend module\n": "fortran",
    "with Ada.Text_IO; use Ada.Text_IO;\n": "ada",
    "`timescale 1ns/1ps\nmodule a(b);\nendmodule\n": "verilog",
    "library ieee;\n": "vhdl",
    "; A.\nsection .text\n  mov eax, 1\n": "assembly",
    "when a:\n  proc f*(x: int) =\n    b\n": "nim",
    "type A {\n  b: C!\n}\n": "graphql",
    "pragma solidity ^0.8.0;\n": "solidity",
    "generator a {\n}\n": "prisma",
}


@pytest.mark.parametrize(("text", "language"), TEXTS.items())
def test_by_hand(text: str, language: str) -> None:
    assert code_language(Text(text)) == language == code_language(Text(text.encode()))
    assert [(region.kind, region.language) for region in shiplap.regions(text)] == [("code", language)]
    assert shiplap.detect_content_type(text) == "code"
    chunks = shiplap.AdaptiveChunker(20, 0, unit="characters").chunk(text)
    assert {chunk.kind for chunk in chunks} == {"code"}


@pytest.mark.parametrize(
    "text",
    [
        "", "#", "/*", "/* a", "#[", "#[==", "(*", "It rains.\n", "# Rain\n\nIt rains.\n", "- a\n- b\n",
        "\"It rains.\"\n",
        # what else begins like these languages
        "package main\n\nfunc f() {\n}\n", "import os\n\ndef f(x):\n    return x\n",
        "import a from 'a'\n",
        "let x = 1;\n", "module API\n\ndef f():\n    return 1\n", "import java.util.List;\n",
        "namespace dock {\n}\n",
        "/* a */\n#include <b.h>\nint f(void);\n", "class A:\n    pass\n", "type A = {\n  b: C\n}\n",
        "use the rope;\n", "set sail; it rains\n", "part of the dock; a rope\n", "all: a rope\n", "X = 1\n",
        # code and prose
        "using System;\n\nThe code above mends a rope.\n", "FROM a\n\nThe image below has a rope.\n\nRUN b\n",
        "using System;\n\n```\na\n```\n", "=head1 NAME\n\nThe rope that is old.\n", "Note:\nIt rains.\n",
        "add:\n- a rope\n", "BEGIN { use_ok('A'); }\nmy $b = $1;\n", "function f(a) {\n  return a;\n}\n",
        ":- a rope\n", "Object of the rope\n", "Class {\n  a\n}\n", "BEGIN with NF.\n",
        "function f(a) {\n  var b = ' END NF ';\n}\n",
    ],
)  # fmt: skip
def test_what_is_no_code_as_a_whole(text: str) -> None:
    assert code_language(Text(text)) is None


def test_every_first_statement_is_looked_up() -> None:
    languages = {language for language, *_ in BEGINNINGS}
    assert languages == set(TEXTS.values()) | {"javascript"}


@pytest.mark.parametrize("row", BEGINNINGS, ids=lambda row: row.language)
def test_every_row_is_looked_up_by_what_it_begins_with(row: Beginning) -> None:
    """The first three characters that a pattern allows are among those of the words of its row."""
    if "NAME=" in row.starts:
        return
    starts = {word[:3] for word in words_of(row)}
    patterns = parser.parse(row.begins.replace("(?i", "(?"))
    for beginning in beginnings(patterns):
        known = beginning.rstrip(WIDE)
        if known.startswith("#!"):  # a space or a path follows
            known = "#!/"
        assert any(start.startswith(known) or known.startswith(start) for start in starts), (row, beginning)


#: What stands for a character that a pattern does not name.
WIDE = "\0"


def beginnings(pattern: Any) -> set[str]:
    """Return what a pattern may begin with, up to three characters."""
    found = {""}
    for kind, value in pattern:
        after = {begun + each for begun in found if len(begun) < 3 for each in beginnings_of(str(kind), value)}
        found = {each[:3] for each in after} | {each for each in found if len(each) == 3}
    return found


def beginnings_of(kind: str, value: Any) -> set[str]:
    """Return what one part of a pattern may begin with."""
    if kind == "LITERAL":
        return {chr(value)}
    if kind == "IN":
        named = {chr(each) for what, each in value if str(what) == "LITERAL"}
        return named if len(named) == len(value) else {WIDE}
    if kind == "SUBPATTERN":
        return beginnings(value[-1])
    if kind == "BRANCH":
        return {each for branch in value[1] for each in beginnings(branch)}
    if kind == "MAX_REPEAT":
        least, most, part = value
        once = beginnings(part)
        return (
            (once if least else once | {""})
            if most == 1
            else {f"{each}{WIDE * 3}" for each in once} | (set() if least else {""})
        )
    return {""} if kind == "AT" else {WIDE}


def test_a_long_comment_may_come_first() -> None:
    text = "// A rope.\n" * 100 + "using System;\n"
    assert code_language(Text(text)) == "csharp"
    assert code_language(Text("// A rope.\n" * 1000 + "using System;\n")) is None


def test_an_update_keeps_the_language() -> None:
    chunker = shiplap.AdaptiveChunker(40, 0, unit="characters")
    text = "using System;\n\nclass A\n{\n    void F()\n    {\n        x();\n    }\n}\n"
    chunks = chunker.chunk(text)
    changed = text.replace("x();", "y(); z();")
    updated = chunker.update(chunks, changed).chunks
    assert [chunk.text for chunk in updated] == [chunk.text for chunk in chunker.chunk(changed)]


@pytest.mark.parametrize(
    "beginning",
    ["package a.b\n", "package a\n", "import A\n", "let x", "object A {\n", "module A (", "create table a",
     "x <- ", "V =",
     "local a = ", "#[=[", "#[", "/*", "(*", "{ ", "class A\n", "if(", "function f-", "// ", "use strict",
     "FROM a\n"],
)  # fmt: skip
def test_no_pattern_reads_a_run_in_many_ways(beginning: str) -> None:
    """A pattern that can divide a run in many ways would try all of them here, and never end."""
    for repeated in (
        " ", "\t", "\n", "\r\n", "a", "A", "a.", "a:", "(", ")", "[", "*", "#", "/", "; ", "def a ", "def a\n",
        "fun ", "func a ",
        "match ", "end ", "end\n", "a::b", "a :: b\n", "\n\t", "A-B ", "$a", "b <- ", "*) ", "#]",
        "]=", "// ", "Ab cd, ",
    ):  # fmt: skip
        text = beginning + repeated * (8000 // len(repeated)) + "\nfunc fun def proc end é"
        assert code_language(Text(text)) in {None, *TEXTS.values()}
