#!/bin/sh
# coverage.sh: the branches of csrc/src that the C tests take, a file a line: branches, those not taken, the share.
#
#     csrc/tests/coverage.sh
#
# It needs clang, llvm-profdata and llvm-cov. What the tests in Python take besides is not counted.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
core=$(dirname "$here")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 "$core/tools/tables.py" "$work/tables"
objects=
for source in "$here"/test_*.c; do
  test=$(basename "$source" .c)
  "${CLANG:-clang}" -std=c11 -O1 -g -fprofile-instr-generate -fcoverage-mapping -DSHIPLAP_TEST_STEP=23 -I"$core/include" -I"$work/tables" \
    "$source" "$core"/src/*.c -pthread -o "$work/$test"
  LLVM_PROFILE_FILE="$work/$test.profraw" "$work/$test" >/dev/null
  objects="$objects -object $work/$test"
done
"${LLVM_PROFDATA:-llvm-profdata}" merge -sparse "$work"/*.profraw -o "$work/all.profdata"
# shellcheck disable=SC2086
"${LLVM_COV:-llvm-cov}" report "$work/test_isa" $objects -instr-profile="$work/all.profdata" "$core/src" |
  awk 'NF > 10 && $(NF - 2) != 0 { printf "%-22s %6s %6s %8s\n", $1, $(NF - 2), $(NF - 1), $NF }'
