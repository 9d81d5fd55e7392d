#!/bin/sh
# run.sh: builds and runs the tests of the C core.
#
#     csrc/tests/run.sh                 all of the groups
#     csrc/tests/run.sh plain           one or more of: plain sanitized threads aarch64 s390x
#
# plain      every instruction set of this machine, and the choice of one
# sanitized  the same with AddressSanitizer and UndefinedBehaviorSanitizer
# threads    several threads at once, with ThreadSanitizer
# aarch64    the scalar kernels on a little-endian and a big-endian foreign processor, under qemu-user;
# s390x      skipped where the cross compiler or qemu is absent
#
# CC names the compiler, BUILD_DIR a directory for the programs (else a temporary one, removed at the end).
set -u
here=$(cd "$(dirname "$0")" && pwd)
core=$(dirname "$here")
cc=${CC:-cc}
groups=${*:-plain sanitized threads aarch64 s390x}
warnings="-std=c11 -Wall -Wextra -Wpedantic -Werror"

if [ -n "${BUILD_DIR:-}" ]; then
  build=$BUILD_DIR
  mkdir -p "$build" || exit 1
else
  build=$(mktemp -d) || exit 1
  trap 'rm -rf "$build"' EXIT
  trap 'exit 1' INT TERM
fi

passed=0
failed=0

# count COMMAND…: runs it, and counts it as one test
count() {
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $*"
  fi
}

# tests GROUP RUNNER COMPILER FLAGS…: builds and runs the test programs; RUNNER is "" or an emulator
tests() {
  group=$1 runner=$2 compiler=$3
  shift 3
  objects=$build/$group
  mkdir -p "$objects" || exit 1
  # shellcheck disable=SC2086
  if ! (cd "$objects" && $compiler $warnings "$@" -I"$core/include" -c "$core"/src/*.c); then
    failed=$((failed + 1))
    echo "FAILED to build: $group"
    return
  fi
  for test in ${only:-isa properties utf8 wide scan standard find line threads}; do
    program=$build/$group-$test
    # shellcheck disable=SC2086
    if ! $compiler $warnings "$@" -I"$core/include" "$here/test_$test.c" "$objects"/*.o -pthread -o "$program"; then
      failed=$((failed + 1))
      echo "FAILED to build: $group test_$test"
      continue
    fi
    if [ "$test" = isa ] && [ -z "$runner" ]; then
      for disabled in avx2 avx512 "avx512,avx2"; do
        count env SHIPLAP_DISABLE="$disabled" "$program"
      done
    fi
    # shellcheck disable=SC2086
    count $runner "$program"
  done
}

# foreign ARCHITECTURE: the same on another processor
foreign() {
  emulator=
  for name in "qemu-$1" "qemu-$1-static"; do
    if command -v "$name" >/dev/null 2>&1; then emulator=$name; fi
  done
  if [ -z "$emulator" ]; then
    echo "skipped: no qemu ($1)"
  elif ! command -v "$1-linux-gnu-gcc" >/dev/null 2>&1; then
    echo "skipped: no cross compiler ($1-linux-gnu-gcc)"
  else
    tests "$1" "$emulator" "$1-linux-gnu-gcc" -O2 -static -DSHIPLAP_TEST_STEP=23
  fi
}

for group in $groups; do
  echo "== $group"
  case $group in
    plain) tests plain "" "$cc" -O3 ;;
    sanitized)
      tests sanitized "" "$cc" -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -DSHIPLAP_TEST_STEP=5
      ;;
    threads)
      only=threads
      tests threads "" "$cc" -O1 -g -fsanitize=thread -DSHIPLAP_TEST_STEP=5
      only=
      ;;
    aarch64 | s390x) foreign "$group" ;;
    *)
      echo "unknown group: $group" >&2
      exit 2
      ;;
  esac
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
