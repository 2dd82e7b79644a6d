#!/usr/bin/env bash
# Fetches the programs of run.sh: the source packages that Cargo.toml and older/Cargo.toml name, with cargo, which refuses what does not have
# the checksums in Cargo.lock. Prints the folder where they are (target/real). Does nothing, without network, if they are there already.
set -euo pipefail
cd "$(dirname "$0")"

target=$(cd ../.. && mkdir -p "${CARGO_TARGET_DIR:-target}/real" && realpath "${CARGO_TARGET_DIR:-target}/real")
cargo=$(command -v cargo || echo "${CARGO_HOME:-$HOME/.cargo}/bin/cargo")

# fetch MANIFEST NAME
fetch() {
    local lock=${1%.toml}.lock sources=$target/$2
    if ! cmp -s "$lock" "$sources/Cargo.lock"; then
        rm -rf "$sources"
        "$cargo" vendor --quiet --locked --versioned-dirs --manifest-path "$1" "$sources" > /dev/null
        cp "$lock" "$sources/Cargo.lock"
    fi
}

fetch Cargo.toml sources
fetch older/Cargo.toml older
echo "$target"
