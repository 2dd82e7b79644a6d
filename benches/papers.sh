#!/usr/bin/env bash
# The tables of the papers on value-centric, reads-value-from and quasi-optimal exploration: their benchmark families, written anew, under every explorer.
#
#   benches/papers.sh [NAME]      all of them, or those whose path contains NAME; Markdown on standard output
#
# THREADBARE names another executable, TIMEOUT limits each run (60s by default). DETAILS=1: at the end also which share of the time of rvf
# goes into looking for witnesses, over all runs of all tables (the paper's figure 12); measuring takes some time of rvf, too.
# Exits with 1 if explorers disagree or a program cannot be checked.
set -euo pipefail
cd "$(dirname "$0")"

wanted=${1:-}
tool=${THREADBARE:-}
if [ -z "$tool" ]; then
    cargo=$(command -v cargo || echo "${CARGO_HOME:-$HOME/.cargo}/bin/cargo")
    (cd .. && "$cargo" build --release --locked --quiet -p threadbare ${DETAILS:+--features measure})
    tool=$(cd .. && realpath "${CARGO_TARGET_DIR:-target}")/release/threadbare
fi
failed=0
shares=$(mktemp)
trap 'rm -f "$shares"' EXIT
details=()
[ -z "${DETAILS:-}" ] || details=(--details)

# Takes the histogram of a table out of it, and keeps its bars ("20- 30 %  ### 3") for the one over all tables.
without_histogram() {
    awk -v shares="$shares" '
        /^```text$/ { inside = 1 }
        inside && /^ *[0-9]+- *[0-9]+ %/ { print >> shares }
        !inside { print }
        /^```$/ { inside = 0 }'
}

# How many runs are in each bar of all tables.
histogram() {
    printf '\n## Share of the time of rvf in which witnesses are looked for (VerifySC), and how many runs have it\n\n```text\n'
    awk '{ bar = $0; sub(/%.*/, "%", bar); count[bar] += $NF; if (!(bar in place)) { place[bar] = ++bars; name[bars] = bar } }
        END {
            for (i = 1; i <= bars; i++) all += count[name[i]]
            for (i = 1; i <= bars; i++) {
                line = sprintf("%s  ", name[i])
                for (j = 0; j < 60 * count[name[i]] / all; j++) line = line "#"
                print line " " count[name[i]]
            }
        }' "$shares"
    printf '```\n'
}

# table FILE PARAM [OPTIONS] [-- FLAGS]
table() {
    local file=$1 param=$2 status=0
    shift 2
    case $file in *"$wanted"*) ;; *) return 0 ;; esac
    printf '\n### %s, %s %s\n\n' "$file" "$param" "$*"
    "$tool" compare "programs/$file.c" --param "$param" --timeout "${TIMEOUT:-60s}" --format markdown \
        "${details[@]}" "$@" | without_histogram || status=$?
    if [ "$status" -eq 2 ]; then
        failed=1
    fi
}

echo '## Mutual exclusion'
for file in programs/mutex/*.c; do
    [ -e "$file" ] || continue
    file=${file#programs/}
    table "${file%.c}" N=1..2
done

echo '## Dynamic programming with memoization'
for file in rod_cutting longest_increasing coins_all coins_min binary_strings; do
    table "dynamic/$file" THREADS=2..3
    table "dynamic/$file" THREADS=2..3 -- -DBOTTOM_UP
done

echo '## SV-COMP style'
for m in 2 3 5; do
    table svcomp/fib_mod N=1..4 --races explore -- "-DM=$m"
done
table sigma N=2..6 --races explore
for file in singleton monabsex1 reorder nondet_array check_bad_arr fkp boop scull; do
    table "svcomp/$file" N=2..5 --races explore
done
table svcomp/pthread_demo N=1..4 --races explore
table svcomp/stack N=2..6
table svcomp/queue N=2..6
table ticketlock N=2..5

echo '## Individual'
table individual/eratosthenes N=2..3
table individual/redundant_co N=1..2
table individual/float_read N=2..7
table individual/opt_lock N=1..3
table individual/parker N=1..4
table individual/pgsql N=1..4
table individual/approxds_append N=2..4
table linux_rwlock N=1..2
table chase_lev N=1..3

echo '## Locks and condition variables'
table posix/fig1 N=3..8
table posix/fig1 N=3..8 -- -DLOCKS
table posix/pi N=2..6
table pairs N=2..5
table posix/thread_pool JOBS=2..7
table posix/dispatcher JOBS=1..3
table posix/producers_consumers ITEMS=1..5 -- -DPRODUCERS=1 -DCONSUMERS=1
table posix/producers_consumers CAPACITY=1..2 -- -DPRODUCERS=2 -DCONSUMERS=2

if [ -s "$shares" ]; then
    histogram
fi
exit "$failed"
