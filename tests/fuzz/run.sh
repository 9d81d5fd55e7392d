#!/usr/bin/env bash
# run.sh: fuzzes the functions in Python, one target after the other, and prints what it covered.
#
#     tests/fuzz/run.sh [SECONDS [TARGET…]]     a CPU minute each of chunk, regions, outline, citations, arrow,
#                                               provenance
#
# Atheris (libFuzzer) over modules built by clang with AddressSanitizer, UndefinedBehaviorSanitizer and coverage, so that
# the edges of the C and Cython modules guide it. The last figures are the edges taken (for citations and arrow, those of
# shiplap's Python too) and all edges of the compiled modules, most of which are Cython's own checks for errors.
# Everything is in build/fuzz: the environment, the modules, and the corpora, which are made anew each time. The first
# finding ends it with 1: its input is build/fuzz/finding-*, and `python -m tests.fuzz again TARGET FILE` runs it on any
# build. clang is needed.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
seconds=${1:-60}
[ $# -gt 0 ] && shift
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(chunk regions outline data citations arrow provenance)
folder=$PWD/build/fuzz
python=$folder/venv/bin/python

# what was built before is used again if no source is newer
if [ ! -e "$folder/built" ] || [ -n "$(find src csrc CMakeLists.txt pyproject.toml -newer "$folder/built" -print -quit)" ]; then
  rm -rf "$folder"
  mkdir -p "$folder"
  python3 -m venv "$folder/venv"
  # Cython adds 0 to a null pointer for calls without arguments; this says so of clang alone
  printf '[pointer-overflow]\nsrc:*core_*.c\n' >"$folder/ignored"
  CC=${CLANG:-clang} \
    CFLAGS="-fsanitize=fuzzer-no-link -fno-sanitize-recover=all -fsanitize-ignorelist=$folder/ignored" \
    "$python" -m pip install -q -C cmake.define.SHIPLAP_SANITIZE=ON -C cmake.build-type=Debug \
    -C build-dir=build/fuzz/modules ".[test-base,arrow]" "atheris>=3"
  touch "$folder/built"
fi

# PYTHONMALLOC: each block of Python's is one of the sanitizer's. detect_leaks=0: an interpreter leaves memory behind.
# A small quarantine and short stacks of allocations make eight times as many executions.
asan=detect_leaks=0:allocator_may_return_null=1:handle_segv=2:quarantine_size_mb=16:malloc_context_size=4
runtime=$("$python" -c 'import atheris; print(atheris.path())')/asan_with_fuzzer.so
run() {
  env LD_PRELOAD="$runtime libstdc++.so.6" PYTHONMALLOC=malloc UBSAN_OPTIONS=print_stacktrace=1 ASAN_OPTIONS="$asan" \
    "$python" -m tests.fuzz "$@"
}

for target in "${targets[@]}"; do
  rm -rf "$folder/corpus" "$folder/seeds"
  mkdir "$folder/corpus" "$folder/seeds"
  run seeds "$target" "$folder/seeds"
  if ! run fuzz "$target" "$seconds" -max_len=1600 -timeout=60 -rss_limit_mb=4096 -print_final_stats=1 \
    "-artifact_prefix=$folder/finding-$target-" "$folder/corpus" "$folder/seeds" >"$folder/$target.log" 2>&1; then
    tail -n 60 "$folder/$target.log"
    exit 1
  fi
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/$target.log")
  covered=$(grep -o ' cov: [0-9]*' "$folder/$target.log" | tail -n 1 | tr -dc 0-9)
  all=$(sed -n 's/^INFO: Loaded .* (\([0-9]*\) inline 8-bit counters).*/\1/p' "$folder/$target.log" | tail -n 1)
  printf '%-9s %9s executions, %6s inputs, %s of %s edges\n' "$target" "$executions" \
    "$(find "$folder/corpus" -type f | wc -l)" "$covered" "$all"
done
echo "no finding"
