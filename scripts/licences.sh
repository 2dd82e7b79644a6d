#!/usr/bin/env bash
# Checks that every dependency may be used in a program that is MIT OR Apache-2.0, and may be linked with it.
set -euo pipefail
cd "$(dirname "$0")/.."

permitted='MIT|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|ISC|Zlib|Unicode-3\.0|Unicode-DFS-2016|0BSD|CC0-1\.0|Unlicense|BSL-1\.0|Apache-2\.0 WITH LLVM-exception'

# "A OR B" (in old crates "A/B"): one must be permitted. "A AND B": both. "(A OR B) AND C" is the only use of parentheses.
one() { [[ $1 =~ ^($permitted)$ ]]; }
each() {
    local part
    while IFS= read -r part; do one "$part" || return 1; done < <(printf '%s\n' "$1" | sed -e 's/ AND /\n/g')
}
any() {
    local part
    while IFS= read -r part; do each "$part" && return 0; done < <(printf '%s\n' "$1" | sed -e 's/ OR /\n/g' -e 's# */ *#\n#g')
    return 1
}
allowed() {
    case $1 in
    *\(*) local part
        while IFS= read -r part; do any "$part" || return 1; done < <(printf '%s\n' "$1" | sed -e 's/ AND /\n/g' | tr -d '()') ;;
    *) any "$1" ;;
    esac
}

packages=$("${CARGO:-cargo}" tree --workspace --all-features --edges normal,build,dev --prefix none --no-dedupe --format '{p}|{l}' --locked |
    sed -e 's/ (\*)$//' -e 's/ ([^|]*)|/|/' | grep . | sort -u)
bad=0
while IFS='|' read -r package licence; do
    allowed "$licence" || { echo "licences: $package: ${licence:-no licence given}" >&2; bad=1; }
done <<<"$packages"
[ $bad -eq 0 ] && echo "licences: all $(wc -l <<<"$packages") packages are permitted"
exit $bad
