#!/usr/bin/env bash
# Checks real programs, as their users have them, with the drivers in this folder, and prints a table.
#
#   benches/real/run.sh [NAME]      all of them, or those whose name contains NAME
#
# THREADBARE names another executable, TIMEOUT limits each run (60s by default), OPTIONS are further options of `threadbare check`, such as
# OPTIONS='--explorer unfolding --model sc --races report' (only `graph` has bounds, so some rows fail then). Exits with 1 if something else is found than what is known, or
# something is not supported. A run that ends at the timeout without a fault says so, and is no failure.
set -euo pipefail
cd "$(dirname "$0")"

wanted=${1:-}
tool=${THREADBARE:-}
if [ -z "$tool" ]; then
    cargo=$(command -v cargo || echo "${CARGO_HOME:-$HOME/.cargo}/bin/cargo")
    (cd ../.. && "$cargo" build --release --locked --quiet -p threadbare)
    tool=$(cd ../.. && realpath "${CARGO_TARGET_DIR:-target}")/release/threadbare
fi
fetched=$(./fetch.sh)
sources=$fetched/sources
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

row() {
    printf '%-34s %8s %10s %8s %6s  %-14s %s\n' "$@"
}

# field NAME: the number or text of this name in the JSON result, at the top or else the first one further inside
field() {
    { grep -o "^  \"$1\": *[^,]*" "$scratch/result.json" || grep -o "^ *\"$1\": *[^,]*" "$scratch/result.json"; } | head -n 1 | sed 's/.*: *//; s/"//g'
}

# real TITLE VERDICT EXECUTIONS [OPTIONS]: checks files with flags. VERDICT is safe, bounded, or the kind of a known fault; EXECUTIONS is - if the
# number is not known otherwise.
files=() flags=()
real() {
    local title=$1 expected=$2 executions=$3 note='' lines found
    shift 3
    case $title in *"$wanted"*) ;; *) return 0 ;; esac
    lines=$(cat "${files[@]}" | wc -l)
    "$tool" check "${files[@]}" --no-symmetry --timeout "${TIMEOUT:-60s}" --format json ${OPTIONS:-} "$@" -- "${flags[@]}" > "$scratch/result.json" 2> "$scratch/log" || true
    if ! grep -q '"executions"' "$scratch/result.json"; then
        row "$title" "$lines" - - - failed "$(cat "$scratch/log" "$scratch/result.json" | grep . | head -n 1)"
        failed=1
        return 0
    fi
    found=$(field verdict)
    case $found in
        fault) found=$(field kind) ;;
        incomplete)
            note="within: $(grep -o '"name": "[a-z]*"' "$scratch/result.json" | sed 's/.*: "//; s/"//' | sort -u | paste -s -d ' ')"
            found=bounded
            if ! grep -q '"unsupported": \[\]' "$scratch/result.json"; then
                found='not supported'
            elif [ "$expected" = safe ] && grep -q '"name": "timeout"' "$scratch/result.json"; then
                expected=bounded
            fi ;;
        safe)
            if [ "$executions" != - ] && [ "$(field executions)" != "$executions" ]; then
                note="WRONG: expected $executions executions"
                failed=1
            fi ;;
    esac
    if [ "$found" != "$expected" ]; then
        note="WRONG: expected $expected"
        failed=1
    fi
    row "$title" "$lines" "$(field executions)" "$(printf '%.2f' "$(field exploration)")" "$(($(field peak_rss_bytes) / 1048576))" "$found" "$note"
}

row program lines executions seconds MB found ''

# htslib (MIT): the thread pool of samtools, ordered queues of jobs over a pool of workers. Its waits for results time out every second, to look
# again, so it has executions without end; without the timeouts it has to work as well, which is what the first rows check.
htslib=$(echo "$sources"/hts-sys-*/htslib)
: > "$scratch/config.h"
files=(htslib_pool.c "$htslib/thread_pool.c")
pool() {
    local workers=$1 jobs=$2
    shift 2
    flags=("-I$htslib" "-I$scratch" "-DWORKERS=$workers" "-DJOBS=$jobs" -include untimed.h)
    real "$@"
}
pool 1 1 'htslib: 1 worker, 1 job' safe -
pool 1 2 'htslib: 1 worker, 2 jobs' safe -
pool 2 1 'htslib: 2 workers, 1 job' safe -
pool 2 2 'htslib: 2 workers, 2 jobs' bounded - --rounds 3
flags=("-I$htslib" "-I$scratch" -DWORKERS=1 -DJOBS=1)
real 'htslib: 1 worker, 1 job, timed' bounded - --unroll 1

# SQLite (public domain), as its users on Unix have it.
sqlite=$(echo "$sources"/libsqlite3-sys-*/sqlite3)
files=(sqlite.c "$sqlite/sqlite3.c")
flags=("-I$sqlite" -DSQLITE_THREADSAFE=1)
real 'SQLite: 2 threads insert' safe 70

# Zstandard (BSD): compression with a pool of threads. Portable code instead of files in assembly, vector instructions, and weak symbols.
zstd=$(echo "$sources"/zstd-sys-*/zstd/lib)
files=(zstd_mt.c "$zstd"/common/*.c "$zstd"/compress/*.c "$zstd"/decompress/*.c)
zstd_with() {
    local workers=$1
    shift
    flags=("-I$zstd" -DZSTD_MULTITHREAD -DZSTD_DISABLE_ASM -DZSTD_NO_INTRINSICS -DXXH_VECTOR=0 -DZSTD_TRACE=0 "-DWORKERS=$workers")
    real "$@"
}
zstd_with 1 'zstd: 1 worker' safe -
zstd_with 2 'zstd: 2 workers' safe -

# XZ Utils (0BSD): encoder and decoder with threads. Portable code instead of assembly.
xz() {
    local source=$1 driver=$2 macros=$3 file folder
    shift 3
    files=("$driver")
    for file in "$source"/xz/src/liblzma/{common,lzma,lz,check,delta,rangecoder,simple}/*.c "$source"/xz/src/common/tuklib_{cpucores,physmem}.c; do
        # Not the small variants, nor the programs that make tables.
        case $file in *crc32_small.c | *crc64_small.c | *_tablegen.c | *crc_clmul_consts_gen.c) ;; *) files+=("$file") ;; esac
    done
    flags=("-I$source" "-I$source/xz/src/common" -DHAVE_CONFIG_H=1 -DLZMA_SYS_ENABLE_THREADS=1 -DLZMA_RANGE_DECODER_CONFIG=0)
    for folder in api lzma lz check simple delta common rangecoder; do
        flags+=("-I$source/xz/src/liblzma/$folder")
    done
    # shellcheck disable=SC2206 # several macros
    flags+=($macros)
    real "$@"
}
now=$(echo "$sources"/liblzma-sys-*)
before=$(echo "$fetched"/older/liblzma-sys-*)
xz "$now" xz_encoder.c '-DTHREADS=1 -DBLOCKS=1' 'xz: encoder, 1 thread, 1 block' safe -
xz "$now" xz_encoder.c '-DTHREADS=2 -DBLOCKS=2' 'xz: encoder, 2 threads, 2 blocks' bounded - --rounds 2
# CVE-2025-31115
xz "$before" xz_decoder.c '' 'xz 5.6.4: decoder, broken input' use-after-free -
# A counter of progress is increased without its lock: pull request 243 of tukaani-project/xz, of 2026.
xz "$now" xz_decoder.c '' 'xz 5.8.1: decoder, broken input' data-race -
xz "$now" xz_decoder.c '' 'xz 5.8.1: without looking at races' safe - --races ignore

# Blosc (BSD): the blocks of a buffer by threads that meet at barriers. Without vector instructions.
blosc=$(echo "$sources"/blosc-src-*/c-blosc/blosc)
files=(blosc_mt.c "$blosc"/{blosc,blosclz,fastcopy,shuffle,shuffle-generic,bitshuffle-generic}.c)
flags=("-I$blosc" -U__SSE2__ -DCOMPRESS=1 -DDECOMPRESS=2)
real 'Blosc: 2 threads decompress' safe -
flags=("-I$blosc" -U__SSE2__ -DCOMPRESS=2 -DDECOMPRESS=1)
real 'Blosc: 2 threads compress' safe -
exit "$failed"
