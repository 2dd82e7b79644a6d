#!/usr/bin/env python3
"""Atomic accesses of 16 bytes are like those of 8, on random C programs.

    python3 random_wide_atomics.py THREADBARE [SCRATCH FOLDER]

For each seed of a series (random_tests.py): two or three threads load, store, exchange, and compare and swap structures of two numbers, and update numbers, with random orders. With
numbers of 4 bytes and of 8 there must be the same verdict and faults and (without updates) as many executions, with each explorer and model. A program that disagrees is left in
the folder.
"""
import random

from random_tests import check, main

WAYS = [["--model", "sc"], ["--explorer", "source", "--model", "sc"], ["--explorer", "optimal", "--model", "sc"],
        ["--explorer", "observers", "--model", "sc"], ["--explorer", "rf", "--model", "sc"], ["--explorer", "rvf", "--model", "sc"],
        ["--explorer", "naive", "--model", "sc"], [], ["--model", "tso"], ["--model", "pso"], ["--model", "ra"], ["--model", "rc11"]]
ORDERS = {"load": ["relaxed", "acquire", "seq_cst"], "store": ["relaxed", "release", "seq_cst"],
          "both": ["relaxed", "acquire", "release", "acq_rel", "seq_cst"]}
HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
typedef struct { WORD a, b; } pair;
static _Atomic pair x, y;
static _Atomic NUMBER z;
static int data;
"""


def order(rng, kind):
    return "memory_order_" + rng.choice(ORDERS[kind])


def statement(rng):
    where, n, m = rng.choice("xy"), rng.randint(0, 2), rng.randint(0, 2)
    value = f"(pair){{ {n}, {n} }}"
    return rng.choice([
        f"v = atomic_load_explicit(&{where}, {order(rng, 'load')}); sum += v.a + 3 * v.b;",
        f"atomic_store_explicit(&{where}, {value}, {order(rng, 'store')});",
        f"v = atomic_exchange_explicit(&{where}, {value}, {order(rng, 'both')}); sum += v.b;",
        f"v = (pair){{ {m}, {m} }}; if (atomic_compare_exchange_strong_explicit(&{where}, &v, {value}, {order(rng, 'both')}, "
        f"{order(rng, 'load')})) sum += 5; else sum += v.a;",
        f"v = atomic_load_explicit(&{where}, {order(rng, 'load')}); if (v.b == {m}) data = {n};",
        "assert(v.a == v.b);",
        f"sum += (int)atomic_fetch_{rng.choice(['add', 'or', 'xor'])}_explicit(&z, {n}, {order(rng, 'both')});",
        f"if (atomic_load_explicit(&z, {order(rng, 'load')}) == {m}) sum += 7;",
    ])


def program(seed):
    rng = random.Random(seed)
    text, threads = [HEAD], rng.randint(2, 3)
    for t in range(threads):
        lines = [statement(rng) for _ in range(rng.randint(1, 4 - (threads == 3)))]
        body = "\n    ".join(lines)
        text.append(f"static void *t{t}(void *sums)\n{{\n    pair v = {{ 0, 0 }};\n    int sum = 0;\n    {body}\n    *(int *)sums = sum;\n    return 0;\n}}\n")
    starts = "".join(f"    pthread_create(&t[{t}], 0, t{t}, &sums[{t}]);\n" for t in range(threads))
    joins = "".join(f"    pthread_join(t[{t}], 0);\n" for t in range(threads))
    last = f"assert(sums[0] + 2 * sums[1] + (int)atomic_load(&x).b != {rng.randint(0, 40)});"
    text.append(f"int main(void)\n{{\n    pthread_t t[3];\n    static int sums[3];\n{starts}{joins}    {last}\n    return 0;\n}}\n")
    return "".join(text)


def run(tool, file, way, word, number):
    flags = ["-w", f"-DWORD={word}", f"-DNUMBER={number}"]
    out = check(tool, file, "--keep-going", "--no-symmetry", "--no-advice", "--timeout", "20s", *way, flags=flags)
    faults = sorted({(fault["kind"], str(fault["location"])) for fault in out["faults"]})
    # An update of 16 bytes is a load and a compare-and-swap, which can fail.
    count = None if "atomic_fetch" in file.read_text() else out.get("executions")
    return out["verdict"], faults, count


def test(tool, seed, file):
    file.write_text(program(seed))
    for way in WAYS:
        small, wide = run(tool, file, way, "int", "long"), run(tool, file, way, "long", "__int128")
        if small != wide:
            return [f"{' '.join(way)}: {small} with 8 bytes, {wide} with 16"]
    return []


if __name__ == "__main__":
    main("wide_atomics", test)
