#!/usr/bin/env python3
"""Runs the programs that ought to be safe natively, as a check of the expectations themselves.

    python3 native.py [FOLDER]...     (default: all folders here, and the examples)

Compiles each with clang -Wall; runs those that expect `safe` and compares their output with `output=`.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLANG = "clang-22"


def directives(path):
    for line in path.read_text().splitlines():
        if line.startswith("//@ "):
            yield line[4:]
        elif line.strip() and not line.startswith("//"):
            return


def check(path, out):
    flags, inputs, safe, output, only_stub = [], [path], False, None, False
    for d in directives(path):
        if d.startswith("cflags:"):
            flags += d[7:].split()
        elif d.startswith("with:"):
            inputs += [path.parent / f for f in d[5:].split()]
        elif d.startswith("check"):
            options, _, expected = d.partition(": ")
            safe |= expected.startswith("safe") and "--stub" not in options
            found = re.search(r'output="((?:[^"\\]|\\.)*)"', expected)
            if found:
                output = found[1].encode().decode("unicode_escape")
    text = path.read_text()
    model_only = "__VERIFIER" in text or "reach_error" in text or "cpuid" in text or "unknown/" in str(path)
    command = [CLANG, "-Wall", "-Wno-unused", "-O0", "-g", "-pthread", *map(str, inputs), *flags]
    command += ["-fsyntax-only"] if model_only else ["-o", out]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode or done.stderr:
        print(f"{path}: {done.stderr}")
        if done.returncode:
            return
    if model_only or not safe:
        return
    ran = subprocess.run(["timeout", "10", out], capture_output=True, text=True)
    if ran.returncode and "exit" not in path.name:
        print(f"{path}: exit {ran.returncode} {ran.stderr}")
    if output is not None and ran.stdout != output:
        print(f"{path}: printed {ran.stdout!r}, expected {output!r}")


def main():
    roots = [Path(a) for a in sys.argv[1:]] or [HERE, HERE.parent.parent / "examples"]
    with tempfile.TemporaryDirectory() as scratch:
        for root in roots:
            for path in sorted(root.rglob("*.c")) if root.is_dir() else [root]:
                check(path, scratch + "/program")


main()
