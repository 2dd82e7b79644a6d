#!/usr/bin/env python3
"""Memory that only one thread comes to holds what was stored last, atomically or plainly: random C programs against native runs.

    python3 random_own_memory.py THREADBARE [SCRATCH FOLDER]

For each seed of a series (random_tests.py): two threads, each with variables of its own (global, on the stack, on the heap), access them atomically and plainly, in pieces and as a
whole, in loops, and add up what they see. The sums of a native run must be those of every execution, with each explorer and model, and however races are treated. A program that
disagrees is left in the folder.
"""
import random
import subprocess

from random_tests import check, main

WAYS = [["--races", "explore"], ["--races", "report"], ["--races", "ignore"], ["--races", "explore", "--explorer", "source"],
        ["--races", "explore", "--explorer", "states"], ["--races", "explore", "--explorer", "prefix"],
        ["--races", "explore", "--explorer", "rvf", "--model", "sc"], ["--races", "explore", "--explorer", "observers", "--model", "sc"], ["--races", "explore", "--model", "tso"],
        ["--races", "explore", "--model", "rc11"], ["--races", "explore", "--symbolic"]]
ORDERS = ["__ATOMIC_RELAXED", "__ATOMIC_SEQ_CST"]


def statement(r, names):
    v, n = r.choice(names), r.randrange(4)
    order = r.choice(ORDERS)
    return r.choice([
        f"__atomic_store_n(&{v}, {n}, {order});",
        f"{v} = {n};",
        f"{v} += {n};",
        f"s = s * 7 + {v};",
        f"s = s * 7 + __atomic_load_n(&{v}, {order});",
        f"s = s * 7 + __atomic_fetch_add(&{v}, {n}, {order});",
        f"s = s * 7 + __atomic_exchange_n(&{v}, {n}, {order});",
        f"e = {n}; s = s * 7 + __atomic_compare_exchange_n(&{v}, &e, {r.randrange(4)}, 0, {order}, __ATOMIC_RELAXED);",
        f"memset(&{v}, {r.choice(['0', '1'])}, sizeof {v});",
        f"if (__atomic_load_n(&{v}, {order}) == {n}) {v} = {r.randrange(4)};",
    ])


def body(r, names):
    lines = []
    for _ in range(r.randint(3, 8)):
        line = statement(r, names)
        lines.append(f"for (int i = 0; i < 2; i++) {{ {line} {statement(r, names)} }}" if r.random() < 0.3 else line)
    return "\n    ".join(lines)


def program(seed):
    r = random.Random(seed)
    text = "#include <assert.h>\n#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
    for t in range(2):
        names = [f"g{t}", f"h{t}", "local", "*heap"]
        text += f"static unsigned g{t}, h{t} = 2;\nstatic void *t{t}(void *sum) {{\n    unsigned s = 1, e = 0, local = 1, *heap = calloc(1, 4);\n"
        text += f"    {body(r, names)}\n    free(heap); (void)e;\n    *(unsigned *)sum = s;\n    return 0;\n}}\n"
    text += "int main(void) {\n    pthread_t t;\n    static unsigned a, b;\n    pthread_create(&t, 0, t0, &a);\n    t1(&b);\n    pthread_join(t, 0);\n"
    return text + "#ifdef A\n    assert(a == A && b == B);\n#else\n    printf(\"%u %u\", a, b);\n#endif\n    return 0;\n}\n"


def test(tool, seed, file):
    file.write_text(program(seed))
    native = file.with_suffix(".exe")
    subprocess.run(["clang-22", "-w", "-pthread", str(file), "-o", str(native)], check=True)
    a, b = subprocess.run([str(native)], capture_output=True, text=True, check=True).stdout.split()
    native.unlink()
    wrong = []
    for way in WAYS:
        report = check(tool, file, "--no-advice", "--timeout", "20s", *way, flags=[f"-DA={a}u", f"-DB={b}u"])
        if report["verdict"] not in ("safe", "incomplete"):
            wrong.append(f"{' '.join(way)}: {report['verdict']} {report.get('message', '')}")
    return wrong


if __name__ == "__main__":
    main("own_memory", test)
