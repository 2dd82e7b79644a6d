#!/usr/bin/env bash
# Makes sure that the system packages which Threadbare is built with are there: LLVM 22 with its headers, clang 22,
# the libraries that LLVM links to, and Z3. Does nothing, quickly, if they are. Rust is installed by https://rustup.rs.
# Arguments: packages that only tests need (cvc5, the second solver). Without them these tests compare nothing, and say so.
set -euo pipefail

packages=(clang-22 llvm-22-dev libpolly-22-dev libzstd-dev zlib1g-dev libffi-dev libxml2-dev libc6-dev libz3-dev)

explain() {
    cat >&2 <<END
setup: $1

Threadbare needs LLVM 22 and clang 22. What to do:
  * Debian 12 and 13: the packages are in the security archive (deb http://security.debian.org/debian-security
    bookworm-security main, and likewise trixie-security), which every Debian has by default: apt-get update.
  * Other Debian and Ubuntu versions: https://apt.llvm.org has them: bash -c "\$(wget -O - https://apt.llvm.org/llvm.sh)" 22
    and then: apt-get install llvm-22-dev libpolly-22-dev libzstd-dev zlib1g-dev libffi-dev libxml2-dev
  * Elsewhere: install LLVM 22 with headers, and say where it is:
    export LLVM_SYS_221_PREFIX=/path/to/llvm-22 THREADBARE_CLANG=/path/to/clang-22
END
    exit 1
}

if ! command -v cargo >/dev/null && ! [ -x "${CARGO_HOME:-$HOME/.cargo}/bin/cargo" ]; then
    echo "setup: there is no cargo; install Rust first: https://rustup.rs" >&2
    exit 1
fi

# What tests are better with, but can do without.
for package in "$@"; do
    if command -v dpkg-query >/dev/null && [ "$(id -u)" -eq 0 ] && ! command -v "$package" >/dev/null; then
        echo "setup: installing $package, for tests" >&2
        DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$package" >&2 ||
            echo "setup: there is no $package; tests that need it are skipped" >&2
    fi
done

# Somebody who set the variable has LLVM elsewhere, and knows.
if [ -n "${LLVM_SYS_221_PREFIX:-}" ] && [ -x "$LLVM_SYS_221_PREFIX/bin/llvm-config" ]; then
    exit 0
fi

if command -v dpkg-query >/dev/null; then
    missing=()
    for package in "${packages[@]}"; do
        dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
    done
    # A compiler for the build scripts of dependencies, too.
    command -v cc >/dev/null || missing+=(gcc)
    [ ${#missing[@]} -eq 0 ] && exit 0

    as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || explain "these packages are missing, and there is no sudo to install them: ${missing[*]}"
        as_root=(sudo)
    fi
    echo "setup: installing ${missing[*]}" >&2
    install() {
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" >&2
    }
    "${as_root[@]}" apt-get update -q >&2 || explain "apt-get update has failed"
    install || explain "these packages could not be installed: ${missing[*]}"
    exit 0
fi

[ -x /usr/lib/llvm-22/bin/llvm-config ] || explain "LLVM 22 is not there, and this is not a Debian system"
