#!/bin/sh
# run.sh: builds and runs the tests of the C core.
#
#     csrc/tests/run.sh                 all of the groups
#     csrc/tests/run.sh plain           one or more of: plain sanitized threads aarch64 s390x armhf windows
#
# plain      every instruction set of this machine, and the choice of one
# sanitized  the same with AddressSanitizer and UndefinedBehaviorSanitizer
# threads    several threads at once, with ThreadSanitizer
# aarch64    NEON, under qemu-user, also with the two sanitizers
# s390x      the scalar kernels on a big-endian processor and on one of 32 bits, under qemu-user
# armhf
# windows    MinGW's programs, under Wine
#
# A foreign system is skipped where its compiler or its emulator is absent.
#
# CC names the compiler, BUILD_DIR a directory for the programs (else a temporary one, removed at the end).
set -u
here=$(cd "$(dirname "$0")" && pwd)
core=$(dirname "$here")
cc=${CC:-cc}
groups=${*:-plain sanitized threads aarch64 s390x armhf windows}
warnings="-std=c11 -Wall -Wextra -Wpedantic -Werror"

if [ -n "${BUILD_DIR:-}" ]; then
  build=$BUILD_DIR
  mkdir -p "$build" || exit 1
else
  build=$(mktemp -d) || exit 1
  trap 'rm -rf "$build"' EXIT
  trap 'exit 1' INT TERM
fi

python3 "$core/tools/tables.py" "$build/tables" || exit 1

passed=0
failed=0
suffix=
options=

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
  if ! (cd "$objects" && $compiler $warnings "$@" -I"$core/include" -I"$build/tables" -c "$core"/src/*.c); then
    failed=$((failed + 1))
    echo "FAILED to build: $group"
    return
  fi
  for test in ${only:-isa properties utf8 wide scan standard find line hash inline threads}; do
    program=$build/$group-$test$suffix
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

# foreign GROUP COMPILER EMULATOR… -- FLAGS…: the same on another processor or system, by the first emulator that is there
foreign() {
  group=$1 compiler=$2 runner=
  shift 2
  while [ "$1" != -- ]; do
    if [ -z "$runner" ] && command -v "$1" >/dev/null 2>&1; then runner=$1; fi
    shift
  done
  shift
  if [ -z "$runner" ]; then
    echo "skipped: no emulator ($group)"
  elif ! command -v "$compiler" >/dev/null 2>&1; then
    echo "skipped: no cross compiler ($compiler)"
  else
    tests "$group" "$runner $options" "$compiler" -O2 -DSHIPLAP_TEST_STEP=23 "$@"
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
    aarch64)
      foreign aarch64 aarch64-linux-gnu-gcc qemu-aarch64 qemu-aarch64-static -- -static
      options="-L /usr/aarch64-linux-gnu" # sanitizers want the dynamic linker of that processor
      ASAN_OPTIONS=detect_leaks=0 foreign aarch64-sanitized aarch64-linux-gnu-gcc qemu-aarch64 qemu-aarch64-static -- \
        -g -fsanitize=address,undefined -fno-sanitize-recover=all -static-libasan -static-libubsan
      options=
      ;;
    s390x) foreign s390x s390x-linux-gnu-gcc qemu-s390x qemu-s390x-static -- -static ;;
    armhf) foreign armhf arm-linux-gnueabihf-gcc qemu-arm qemu-arm-static -- -static ;;
    windows)
      suffix=.exe
      WINEDEBUG=-all foreign windows x86_64-w64-mingw32-gcc wine wine64 -- -static -DSHIPLAP_BUILD
      suffix=
      ;;
    *)
      echo "unknown group: $group" >&2
      exit 2
      ;;
  esac
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
