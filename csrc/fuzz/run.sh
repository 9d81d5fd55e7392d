#!/bin/sh
# run.sh: fuzzes the C core, one family after the other, and tells what it covered.
#
#     csrc/fuzz/run.sh [SECONDS [FAMILY…]]     a minute each of utf8, wide, scan, find, line
#
# libFuzzer with AddressSanitizer and UndefinedBehaviorSanitizer, begun from texts made here; clang is needed. The last
# lines are a table: executions, inputs kept, and the branches of csrc/src that those cover.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
core=$(dirname "$here")
seconds=${1:-60}
[ $# -gt 0 ] && shift
families=${*:-utf8 wide scan find line}
cc=${CLANG:-clang}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/seeds"
python3 - "$work/seeds" <<'SEEDS'
import pathlib, random, sys
folder, chance = pathlib.Path(sys.argv[1]), random.Random(7)
words = ["Rain. ", "It rains! ", "«Да»? ", "雨が降る。", "\U0001F327\uFE0F ", "\n\n", "\r\n", "a\u00A0b", "(x) [y] {z}; ", "| 1 | 2 |\n"]
for number in range(64):
    text = "".join(chance.choices(words, k=chance.randrange(1, 60)))
    code = ("utf-8", "latin-1", "utf-16-le", "utf-32-le")[number % 4]
    head = bytes([number % 4]) + bytes(chance.randrange(256) for _ in range(7))
    (folder / str(number)).write_bytes(head + text.encode(code, "replace")[:4000])
SEEDS

python3 "$core/tools/tables.py" "$work/tables"
flags="-std=c11 -O1 -g -I$core/include -I$work/tables"
for family in $families; do
  mkdir -p "$work/$family"
  "$cc" $flags -DFAMILY="$family" -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all "$here/fuzz.c" "$core"/src/*.c -o "$work/fuzz-$family"
  if ! (cd "$work" && "./fuzz-$family" -max_total_time="$seconds" -max_len=4104 -timeout=10 -print_final_stats=1 "$family" seeds >"$family.log" 2>&1); then
    tail -n 40 "$work/$family.log"
    exit 1
  fi
  # the same inputs once more, in a program that counts branches
  "$cc" $flags -DFAMILY="$family" -fprofile-instr-generate -fcoverage-mapping -fsanitize=fuzzer "$here/fuzz.c" "$core"/src/*.c -o "$work/cover-$family"
  (cd "$work" && LLVM_PROFILE_FILE="$family.profraw" "./cover-$family" -runs=0 "$family" >/dev/null 2>&1)
  ${LLVM_PROFDATA:-llvm-profdata} merge -sparse "$work/$family.profraw" -o "$work/$family.profdata"
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/$family.log")
  branches=$(${LLVM_COV:-llvm-cov} export -summary-only "$work/cover-$family" -instr-profile="$work/$family.profdata" "$core"/src/"$family"_*.c "$core"/src/"$family"_*.h 2>/dev/null |
    python3 -c "import json, sys; t = json.load(sys.stdin)['data'][0]['totals']['branches']; print('%d of %d' % (t['covered'], t['count']))")
  printf '%-5s %10s executions, %5s inputs, branches %s\n' "$family" "$executions" "$(ls "$work/$family" | wc -l)" "$branches"
done
echo "no finding"
