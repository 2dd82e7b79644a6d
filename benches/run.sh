#!/usr/bin/env bash
# Runs the programs of README.md, with one worker, and prints a table: what was counted, how long exploring took, how much
# memory.
#
#   benches/run.sh [NAME]       all of them, or those whose name contains NAME
#
# THREADBARE names another executable, RUNS the number of runs of each (the fastest counts; 3 by default).
# Exits with 1 if a count is wrong. Times are compared with the targets by eye: machines differ.
set -euo pipefail
cd "$(dirname "$0")"

runs=${RUNS:-3}
wanted=${1:-}
tool=${THREADBARE:-}
if [ -z "$tool" ]; then
    cargo=$(command -v cargo || echo "${CARGO_HOME:-$HOME/.cargo}/bin/cargo")
    (cd .. && "$cargo" build --release --locked --quiet -p threadbare --no-default-features)
    tool=$(cd .. && realpath "${CARGO_TARGET_DIR:-target}")/release/threadbare
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# field NAME: the number in the JSON result
field() {
    grep -o "^ \{2,4\}\"$1\": *[0-9.e+-]*" "$scratch/result.json" | head -n 1 | sed 's/.*: *//'
}

row() {
    printf '%-28s %10s %10s %10s %10s %9s %9s   %s\n' "$@"
}

# bench FILE TITLE EXECUTIONS TARGET [OPTIONS]      EXECUTIONS is - if the number is not known otherwise
bench() {
    local file=$1 title=$2 expected=$3 target=$4 best='' front='' rss='' count='' blocked=''
    shift 4
    # Not what comes of `optimal` beside it.
    case " $* " in *' --explorer '*) ;; *) set -- --explorer graph "$@" ;; esac
    case $file in *"$wanted"*) ;; *) return 0 ;; esac
    for _ in $(seq "$runs"); do
        "$tool" check "programs/$file.c" --no-symmetry --jobs 1 --format json "$@" > "$scratch/result.json" 2> "$scratch/log" || true
        if [ ! -s "$scratch/result.json" ] || [ -z "$(field exploration)" ]; then
            row "$title" failed - - - - "$target" "$(head -n 1 "$scratch/log")"
            failed=1
            return 0
        fi
        if [ -z "$best" ] || [ "$(echo "$(field exploration) $best" | awk '{ print ($1 < $2) }')" = 1 ]; then
            best=$(field exploration) front=$(field front_end) rss=$(field peak_rss_bytes) count=$(field executions)
            blocked=$(field blocked)
        fi
    done
    local note=''
    if [ "$expected" != - ] && [ "$count" != "$expected" ]; then
        note="WRONG: expected $expected executions"
        failed=1
    fi
    local all=$((count + blocked)) rate
    rate=$(echo "$all $best" | awk '{ printf "%.0f", ($2 > 0) ? $1 / $2 / 1000 : 0 }')
    row "$title" "$count" "$(printf '%.4f' "$best")" "$rate" "$(printf '%.4f' "$front")" "$((rss / 1048576))" "$target" "$note"
}

# Starting: the whole life of the process, for bitcode that is already there. Median of many.
start_up() {
    case start_up_trivial in *"$wanted"*) ;; *) return 0 ;; esac
    local clang
    for clang in "${CLANG:-}" clang-22 /usr/lib/llvm-22/bin/clang clang; do
        [ -n "$clang" ] && command -v "$clang" > /dev/null && break
    done
    "$clang" -c -emit-llvm -O0 -g -Xclang -disable-O0-optnone programs/trivial.c -o "$scratch/trivial.bc"
    local times="$scratch/times"
    for _ in $(seq 31); do
        local from to
        from=$(date +%s%N)
        "$tool" check "$scratch/trivial.bc" --format json > "$scratch/result.json" 2> "$scratch/log" || true
        to=$(date +%s%N)
        echo $(((to - from) / 1000))
    done | sort -n > "$times"
    local median
    median=$(sed -n 16p "$times")
    row 'start: trivial .bc (total)' "$(field executions)" "$(echo "$median" | awk '{ printf "%.4f", $1 / 1000000 }')" - \
        "$(printf '%.4f' "$(field front_end)")" "$(($(field peak_rss_bytes) / 1048576))" '0.008' ''
}

row program executions seconds 1000/s front-end 'peak MB' target ''
bench fib_bench 'fib_bench, N=5' 218243 0.25 --races explore
bench writers '8 writers, one reader' 362880 0.25
bench readers 'readers(14)' 16384 0.04
bench lastzero 'lastzero(12)' 15360 0.05
bench casrot 'casrot(10)' 38486 0.04
bench pairs '6 pairs over mutexes' 46080 0.15
bench posix/pi 'pi, 8 threads' 40320 0.3 -- -DN=8
bench posix/thread_pool 'pool: 12 jobs, 3 workers' 13872 0.3
bench posix/dispatcher 'dispatcher, 5 jobs' 31147 0.5 -- -DJOBS=5
bench posix/producers_consumers 'buffer, 2 + 2 threads' 72 0.05
bench pairs '6 pairs, unfolding' 46080 0.6 --explorer unfolding
bench posix/pi 'pi, 8 threads, unfolding' 40320 0.3 --explorer unfolding -- -DN=8
bench posix/thread_pool 'pool, unfolding' 13872 0.3 --explorer unfolding
bench sigma 'sigma(7), rf' 5040 0.1 --races explore --explorer rf
bench sigma 'sigma(7), rvf' 5040 0.05 --races explore --explorer rvf
bench ticketlock 'ticket lock, 7 threads' 5040 0.05
bench ttaslock 'TTAS lock, 5 threads' 14400 0.1
bench queue 'queue, 3 + 3 threads' 720 0.08
bench increments '5 threads increment by cas' 120 0.02
bench increments '6 threads increment by cas' 720 0.02 -- -DN=6
bench push_pop 'stack, 4 push' 24 0.02 -- -DPUSHERS=4 -DPOPPERS=0
bench push_pop 'stack, 5 push' 120 0.02 -- -DPUSHERS=5 -DPOPPERS=0
bench push_pop 'stack, 2 push, 2 pop' 30 0.02
bench push_pop 'stack, 3 push, 2 pop' 150 0.02 -- -DPUSHERS=3
bench bounded_queue 'queue that counts, 3 + 2' 298 0.02 --model sc
bench rwlock_retries 'rwlock with retries, 1 + 1 + 1' 8561 0.1 --model sc --explorer graph
bench rwlock_retries 'the same, 1 + 1 + 2, states' - 0.2 --model sc --explorer states -- -DBOTH=2
bench assumed 'two assumed reads' 1 0.02
bench ../../tests/programs/retry/peeled 'peeled wait, 11 stores' 1 0.02
bench ../../tests/programs/spin/counter_yields 'lock with a try counter' 6 0.02
bench long_threads '2 threads x 1600 locks' 2 0.02
bench sequential '100 million instructions' 1 0.7 --max-steps 1000000000
sections=../../tests/programs/sections
bench $sections/readers '6 readers under a mutex' 1 0.02 --explorer optimal
bench $sections/buckets '6 threads, own buckets' 1 0.02 --explorer optimal
bench $sections/table 'table, other keys' 1 0.02 --explorer optimal --stub same=0
bench $sections/table 'table, the same keys' 8 0.02 --explorer optimal --stub same=1
bench $sections/fib 'i += j under a mutex, N=5' 5922 0.1 --explorer optimal --stub wrong=0 -- -DN=5
alike=../../tests/programs/alike
bench $alike/barriers '4 threads, two barriers' 1 0.02 --explorer optimal
bench $alike/adds '7 threads add 1' 1 0.02 --explorer optimal -- -DN=7
bench $alike/adds_and_reader '4 threads add 1, one reads' 16 0.02 --explorer optimal
for model in sc rc11; do
    # GenMC does 20,000 to 60,000 executions a second; the target is 15 times that.
    bench treiber "Treiber stack, $model" - '300+' --model "$model"
    bench ms_queue "Michael-Scott queue, $model" - '300+' --model "$model" -- -DN=3
    bench chase_lev "Chase-Lev deque, $model" - '300+' --model "$model" -- -DN=2
    bench seqlock "seqlock, $model" "$([ "$model" = sc ] && echo 300763 || echo -)" '300+' --model "$model" -- -DN=3
    bench mcs_lock "MCS lock, $model" - '300+' --model "$model" -- -DN=5
    bench linux_rwlock "linux rwlock, $model" - '300+' --model "$model" -- -DREADERS=3 -DTRIES=1
    bench mpmc_queue "mpmc queue, $model" - '300+' --model "$model" -- -DN=3
done
start_up
exit "$failed"
