#!/usr/bin/env bash
# What cutoffs cost where nothing needs them, and what they do where nothing else ends: the programs of benches that come to an end, under
# `unfolding` with and without cutoffs and under `prefix`; then endless programs under `prefix`, in the columns of table 2 of the paper.
#
#   benches/cutoffs.sh [NAME]      all of them, or those whose path contains NAME; Markdown on standard output
#
# THREADBARE names another executable, TIMEOUT limits each run (10s by default). Exits with 1 if there is a fault with cutoffs only.
set -euo pipefail
cd "$(dirname "$0")"

wanted=${1:-}
tool=${THREADBARE:-}
if [ -z "$tool" ]; then
    cargo=$(command -v cargo || echo "${CARGO_HOME:-$HOME/.cargo}/bin/cargo")
    (cd .. && "$cargo" build --release --locked --quiet -p threadbare --no-default-features)
    tool=$(cd .. && realpath "${CARGO_TARGET_DIR:-target}")/release/threadbare
fi
scratch=$(mktemp)
trap 'rm -f "$scratch"' EXIT
failed=0

# field NAME: a value of the JSON result
field() {
    { grep -o "^ \{2,4\}\"$1\": *[^,]*" "$scratch" || true; } | head -n 1 | sed 's/.*: *//; s/"//g; s/\.0$//'
}

# run FILE [OPTIONS]
run() {
    local file=$1
    shift
    "$tool" check "$file" --model sc --no-symmetry --jobs 1 --no-advice --timeout "${TIMEOUT:-10s}" --format json "$@" > "$scratch" || true
}

# seconds NAME: a time, or that it was not enough
seconds() {
    if [ "$(field verdict)" = incomplete ]; then echo '-'; else printf '%.3f' "$(field exploration)"; fi
}

terminating() {
    local file=$1 verdict=safe line
    case $file in *"$wanted"*) ;; *) return 0 ;; esac
    run "$file" --explorer unfolding --races report
    # What has a fault, or waits of which unfolding knows nothing, says nothing about cutoffs.
    [ "$(field verdict)" != fault ] || return 0
    line="| \`${file#programs/}\` | $(field executions) + $(field blocked) | $(field events) | $(seconds) |"
    for options in '--explorer unfolding --cutoffs' '--explorer prefix'; do
        # shellcheck disable=SC2086
        run "$file" $options
        [ "$(field verdict)" != fault ] || verdict=fault
        case $options in *unfolding*) line="$line $(field executions) + $(field blocked) |" ;; esac
        line="$line $(field events) | $(field cutoffs) | $(seconds) |"
    done
    echo "$line"
    if [ "$verdict" = fault ]; then
        echo "WRONG: $file has a fault with cutoffs only" >&2
        failed=1
    fi
}

endless() {
    local file=$1
    shift
    case $file in *"$wanted"*) ;; *) return 0 ;; esac
    run "$file" --cutoffs --details "$@"
    echo "| \`$(basename "$file")\` $* | $(field verdict) | $(field prefix_threads) | $(field prefix_accesses) | $(field prefix_locks) | $(field prefix_conditions) | $(field prefix_choices) | $(field prefix_others) | $(field prefix_exits) | $(field prefix_faults) | $(field prefix_cutoffs) | $(seconds) |"
}

echo '| program | executions | events | s | with cutoffs | events | cutoffs | s | `prefix`: events | cutoffs | s |'
echo '|---|---|---|---|---|---|---|---|---|---|---|'
while read -r file; do terminating "$file"; done < <(find programs -name '*.c' | LC_ALL=C sort)

echo
echo '| program | verdict | threads | accesses | locks | condition variables | choices | others | ends | faults | cut | s |'
echo '|---|---|---|---|---|---|---|---|---|---|---|---|'
for name in peterson_forever peterson_forever_broken dekker_forever szymanski_forever bakery_forever philosophers philosophers_one_other \
    polite polite_ticket counter barrier_forever commands_fixed; do
    options=()
    case $name in commands*) options=(--symbolic) ;; esac
    endless "../tests/programs/cutoffs/$name.c" "${options[@]}"
done
endless ../examples/server_forever.c
endless ../examples/server_forever_fixed.c
exit "$failed"
