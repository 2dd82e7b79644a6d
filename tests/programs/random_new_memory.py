#!/usr/bin/env python3
"""An allocation is a plain write of all of the object, on random C programs.

    python3 random_new_memory.py THREADBARE [SCRATCH FOLDER]

For each seed of a series (random_tests.py): one thread makes an object (by malloc, calloc, realloc, or as a variable on its stack) and
publishes it; up to three threads pass its address on or use it, by accesses of any order, with fences and locks. As it is, and
with a plain write to what is used right after it is made: under each model the verdicts must be the same, since the one is a race
exactly if the other is. A program that disagrees is left in the folder.
"""
import random

from random_tests import check, kinds, main

MODELS = ["sc", "tso", "pso", "ra", "rc11"]
MAKE = ["box *p = malloc(sizeof *p);", "box *p = calloc(1, sizeof *p);", "box *p = realloc(malloc(1), sizeof *p);", "box variable, *p = &variable;"]
HEAD = """#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
typedef struct { int plain; atomic_int atomic; } box;
static box *_Atomic a, *_Atomic b;
static atomic_int flag, done;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#define get(x, o) atomic_load_explicit(&x, memory_order_##o)
#define put(x, v, o) atomic_store_explicit(&x, v, memory_order_##o)
"""


def store_order(r):
    return r.choice(["relaxed", "relaxed", "release", "seq_cst"])


def load_order(r):
    return r.choice(["relaxed", "relaxed", "acquire", "seq_cst"])


def fence(r, order):
    return f"atomic_thread_fence(memory_order_{order}); " if r.random() < 0.2 else ""


def locked(r, text):
    return f"pthread_mutex_lock(&m); {text} pthread_mutex_unlock(&m);" if r.random() < 0.2 else text


def use(r):
    return r.choice(["q->plain = 1;", "put(q->atomic, 1, relaxed);", "put(q->atomic, 1, seq_cst);",
                     "atomic_fetch_add_explicit(&q->atomic, 1, memory_order_acq_rel);"])


def program(seed):
    """With a place for the write."""
    r = random.Random(seed)
    publish = locked(r, fence(r, "release") + f"put(a, p, {store_order(r)});")
    texts = [f"{r.choice(MAKE)} @ {publish} while (get(done, acquire) != 2) {{}}"]
    taken = "b" if r.random() < 0.6 else "a"
    if taken == "b":
        texts.append(locked(r, f"box *q = get(a, {load_order(r)}); {fence(r, 'acquire')}{fence(r, 'release')}"
                               f"put(b, q, {store_order(r)});") + " atomic_fetch_add(&done, 0);")
    else:
        texts.append(f"put(flag, 1, {store_order(r)});")
    texts.append(locked(r, f"box *q = get({taken}, {load_order(r)}); {fence(r, 'acquire')}"
                           f"if (q && {r.choice(['1', 'get(flag, relaxed)'])}) {{ {use(r)} }}")
                 + " atomic_fetch_add(&done, 1);")
    # It has synchronised with nobody unless it finds out.
    texts.append(locked(r, f"box *q = get(a, {load_order(r)}); {fence(r, 'acquire')}if (q) get(q->atomic, relaxed);")
                 + " atomic_fetch_add(&done, 1);" if r.random() < 0.4 else "atomic_fetch_add(&done, 1);")
    out = HEAD
    for at, text in enumerate(texts):
        out += f"static void *t{at}(void *arg) {{ {text} return arg; }}\n"
    out += f"int main(void) {{ pthread_t t[{len(texts)}];\n"
    for what in ("pthread_create(&t[{0}], NULL, t{0}, NULL);", "pthread_join(t[{0}], NULL);"):
        out += "".join("    " + what.format(at) + "\n" for at in range(len(texts)))
    return out + "    return 0; }\n"


def test(tool, seed, file):
    text, wrong = program(seed), []
    for model in MODELS:
        found = []
        for write in ("", "p->plain = 0; *(int *)&p->atomic = 0;"):
            file.write_text(text.replace("@", write + "put(p->atomic, 0, relaxed);"))
            report = check(tool, file, "--model", model)
            found.append(",".join(kinds(report)) or report["verdict"])
        if found[0] != found[1]:
            wrong.append(f"{model}: {found[0]}, with a write {found[1]}")
    file.write_text(text.replace("@", "put(p->atomic, 0, relaxed);"))
    return wrong


if __name__ == "__main__":
    main("new_memory", test)
