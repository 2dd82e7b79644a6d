#!/usr/bin/env python3
"""An error told by longjmp is like one that each function returns, on random C programs.

    python3 random_jumps.py THREADBARE [SCRATCH FOLDER]

For each seed of a series (random_tests.py): two or three threads run functions that call each other, work on shared variables and locals, and fail now and then; a
loop catches the failure, and may try again. With longjmp and with returned error codes there must be the same verdict and faults and as many
executions, with each explorer and model. A program that disagrees is left in the folder.
"""
import random

from random_tests import check, main

WAYS = [["--explorer", "source", "--model", "sc"], ["--explorer", "optimal", "--model", "sc"], ["--explorer", "rf", "--model", "sc"],
        ["--explorer", "unfolding", "--model", "sc"], ["--explorer", "naive", "--model", "sc"], [], ["--model", "tso"], ["--model", "rc11"],
        ["--races", "explore", "--model", "sc"], ["--jobs", "2"]]
HEAD = """#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
static atomic_int x, y;
static int plain;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#ifdef JUMPS
static _Thread_local jmp_buf *mark;
#define FAIL(code) longjmp(*mark, code)
#define CALL(f) f(sum, depth + 1)
#define TRY(error, f) { jmp_buf here; mark = &here; error = setjmp(here); if (!error) f(&sum, 0); }
#else
#define FAIL(code) return code
#define CALL(f) { int inner = f(sum, depth + 1); if (inner) return inner; }
#define TRY(error, f) error = f(&sum, 0);
#endif
"""


def statement(rng, level, name):
    var, n = rng.choice("xy"), rng.randint(1, 3)
    choices = [
        f"atomic_store(&{var}, {n});",
        f"*sum += atomic_load(&{var});",
        f"*sum += atomic_fetch_add(&{var}, {n});",
        f"if (atomic_load(&{var}) == {n}) FAIL({n});",
        f"if (*sum > {n + 2}) FAIL({n + 3});",
        f"local += {n}; *sum += local;",
        f"pthread_mutex_lock(&m); *sum += plain; plain = {n}; pthread_mutex_unlock(&m);",
        f"*sum += plain;" if rng.random() < 0.1 else "local++;",
    ]
    if level:
        choices += [f"CALL({name}{level - 1});"] * 4
    return rng.choice(choices)


def program(seed):
    rng = random.Random(seed)
    text, threads = [HEAD], rng.randint(2, 3)
    size = 2 if threads == 3 else 3
    for t in range(threads):
        for level in range(3):
            body = "\n    ".join(statement(rng, level, f"t{t}_f") for _ in range(rng.randint(1, size)))
            text.append(f"static int t{t}_f{level}(int *sum, int depth)\n{{\n    int local = depth;\n    {body}\n    *sum += local;\n    return 0;\n}}\n")
        again = rng.randint(1, 2)
        text.append(f"static void *t{t}(void *out)\n{{\n    static _Thread_local int sum;\n    volatile int tries = 0;\n    for (;;) {{\n"
                    f"        int error;\n        TRY(error, t{t}_f2)\n        sum += 10 * error;\n        if (!error || ++tries == {again})\n            break;\n    }}\n"
                    f"    *(int *)out = sum;\n    return 0;\n}}\n")
    starts = "".join(f"    pthread_create(&t[{t}], 0, t{t}, &sums[{t}]);\n" for t in range(threads))
    joins = "".join(f"    pthread_join(t[{t}], 0);\n" for t in range(threads))
    last = f"assert(sums[0] + 2 * sums[1] + x != {rng.randint(0, 60)});"
    text.append(f"int main(void)\n{{\n    pthread_t t[3];\n    static int sums[3];\n{starts}{joins}    {last}\n    return 0;\n}}\n")
    return "".join(text)


def run(tool, file, way, flags):
    out = check(tool, file, "--keep-going", "--no-symmetry", "--no-advice", "--timeout", "20s", *way, flags=["-w", *flags])
    faults = sorted({(fault["kind"], str(fault["location"]["line"])) for fault in out["faults"]})
    return out["verdict"], faults, out.get("executions")


def test(tool, seed, file):
    file.write_text(program(seed))
    for way in WAYS:
        jumps, returns = run(tool, file, way, ["-DJUMPS"]), run(tool, file, way, [])
        if jumps != returns:
            return [f"{' '.join(way)}: {jumps} with longjmp, {returns} with returns"]
    return []


if __name__ == "__main__":
    main("jumps", test)
