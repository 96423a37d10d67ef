#!/bin/sh
# Builds the WebAssembly binaries, which are committed so that nobody needs a C compiler to run the service.
# Needs zig (`pip install ziglang`, the C compiler in it) or clang with lld and the wasm32 target; CC overrides the choice.
set -eu
cd "$(dirname "$0")"

if [ -z "${CC:-}" ]; then
  if python3 -m ziglang version >/dev/null 2>&1; then
    CC="python3 -m ziglang cc -target wasm32-freestanding"
  else
    CC="clang --target=wasm32"
  fi
fi
FLAGS="-O3 -std=c17 -Wall -Wextra -Wno-unused-function -ffp-contract=off -ffreestanding -fno-builtin -nostdlib -msimd128 -g0
  -Wl,--no-entry -Wl,--strip-all -Wl,-z,stack-size=32768"
ENCODER=../src/adapters/local-model
SCAN=../src/adapters/durable-objects

RELAXED="-mrelaxed-simd -DRELAXED"

$CC $FLAGS $RELAXED encoder.c -o $ENCODER/encoder-relaxed.wasm
$CC $FLAGS encoder.c -o $ENCODER/encoder-simd.wasm
$CC $FLAGS $RELAXED scan.c -o $SCAN/scan-relaxed.wasm
$CC $FLAGS scan.c -o $SCAN/scan-simd.wasm
ls -l $ENCODER/*.wasm $SCAN/*.wasm
