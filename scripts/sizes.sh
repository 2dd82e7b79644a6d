#!/usr/bin/env bash
# No file of Rust has more than 500 lines. (Functions: clippy.toml.)
set -euo pipefail
cd "$(dirname "$0")/.."
git ls-files -co --exclude-standard -- '*.rs' | while read -r file; do
    [[ -f $file ]] || continue
    lines=$(wc -l < "$file")
    ((lines <= 500)) || echo "$file has $lines lines; at most 500: split it"
done | { ! grep . >&2; }
