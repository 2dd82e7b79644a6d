#!/usr/bin/env python3
"""Critical sections that are events (docs/proofs/sections.md), on random C programs.

    python3 random_sections.py THREADBARE [SCRATCH FOLDER]

For each seed of a series (random_tests.py): two or three threads with critical sections over plain memory (integers side by side, an array, a
list, a tree of calls), what they access depending on what they read; also sections in sections, early returns that keep a lock, condition variables,
atomic variables, heap-allocated locks, frees, and now and then an access without a lock. `main` maps the memory and what the threads have read to one of many failing assertions.
`--explorer optimal` must find the same faults, of the same kind and place, with `--order-locks --order-updates` and without, and so must `graph`; with it, there are never fewer
executions. A program that disagrees is left in the folder.
"""
import random

from random_tests import differs_in_order, main

HEAD = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { int value; struct node *next; };
static struct { char c0, c1; short s; int i; } packed;
static int array[4], x, y;
static struct node *list;
static atomic_int flag;
static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER, *m2;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_spinlock_t spin;
static int twice(int v) { int t[2] = { v, v }; return t[0] + t[1]; }
static void push(int v) { struct node *n = malloc(sizeof *n); n->value = v; n->next = list; list = n; }
static int pop(void) { struct node *n = list; if (!n) return 7; int v = n->value; list = n->next; free(n); return v; }
static int count(void) { int n = 0; for (struct node *at = list; at; at = at->next) n += at->value; return n; }
"""

# By lock: what it protects.
READS = {"m0": ["x", "array[{r} & 3]", "array[{k}]", "packed.i"], "m1": ["packed.c0", "packed.c1", "packed.s", "y"],
         "m2": ["count()", "pop()"], "spin": ["twice(spun)"]}
WRITES = {"m0": ["x", "array[{r} & 3]", "array[{k}]", "packed.i"], "m1": ["packed.c0", "packed.c1", "packed.s", "y"],
          "m2": [], "spin": ["spun"]}


def lock(name):
    return {"m2": ("pthread_mutex_lock(m2)", "pthread_mutex_unlock(m2)"), "spin": ("pthread_spin_lock(&spin)", "pthread_spin_unlock(&spin)")}.get(
        name, (f"pthread_mutex_lock(&{name})", f"pthread_mutex_unlock(&{name})"))


def inside(r, name):
    fill = lambda text: text.format(r="r", k=r.randrange(4))
    out = []
    for _ in range(r.choice([0, 1, 1, 2, 2, 3])):
        reads, writes = READS[name], WRITES[name]
        what = r.randrange(6)
        if what < 2 or not writes:
            out.append(f"r = r * 3 + {fill(r.choice(reads))};" if name != "m2" or r.random() < 0.5 else f"push({r.randrange(1, 4)});")
        elif what < 4:
            out.append(f"{fill(r.choice(writes))} = {r.choice(['r & 3', str(r.randrange(1, 4))])};")
        else:
            out.append(f"if ({fill(r.choice(reads))} {r.choice(['==', '!='])} {r.randrange(3)}) {fill(r.choice(writes))} = {r.randrange(1, 4)};")
    return out


def section(r, depth=0):
    name = r.choice(["m0"] * 7 + ["m1"] * 3 + ["m2", "m2", "spin"])
    take, leave = lock(name)
    body = inside(r, name)
    rare = r.random()
    if rare < 0.06 and depth == 0 and name != "spin":
        body.insert(r.randrange(len(body) + 1), section(r, 1))
    elif rare < 0.10:
        body.insert(r.randrange(len(body) + 1), r.choice(["flag = r & 1;", "r = r * 3 + flag;"]))
    elif rare < 0.12 and name == "m0":
        body.append("if (x == 2) return (void *)(long)r;")
    elif rare < 0.15 and name == "m0":
        body.insert(0, r.choice(["while (!x) pthread_cond_wait(&cond, &m0);", "x = 1; pthread_cond_broadcast(&cond);", "x = 1; pthread_cond_signal(&cond);"]))
    return " ".join([take + ";", *body, leave + ";"])


def statement(r):
    rare = r.random()
    if rare < 0.08:
        return r.choice(["flag = 1;", "r = r * 3 + flag;", "r = r * 3 + atomic_fetch_add(&flag, 1);"])
    if rare < 0.10:
        return r.choice(["x = 3;", "r += x;", "y = 3;", "r += packed.c1;"])
    return section(r)


def program(seed):
    r = random.Random(seed)
    n = r.choice([2, 3, 3])
    out = HEAD + "static int spun;\n"
    for at in range(n):
        body = "\n    ".join(statement(r) for _ in range(r.choice([1, 2, 2, 3] if n == 2 else [1, 2, 2])))
        out += f"static void *t{at}(void *arg) {{ int r = 0;\n    {body}\n    return (void *)(long)r; }}\n"
    out += f"int main(void) {{ pthread_t t[{n}]; void *got; unsigned h = 0;\n    m2 = malloc(sizeof *m2); pthread_mutex_init(m2, 0); pthread_spin_init(&spin, 0);\n"
    out += "".join(f"    pthread_create(&t[{at}], 0, t{at}, 0);\n" for at in range(n))
    if r.random() < 0.3:
        out += f"    {{ int r = 0; {section(r).replace('return (void *)(long)r;', 'return 0;')} h += r; }}\n"
    out += "".join(f"    pthread_join(t[{at}], &got); h = h * 31 + (unsigned)(long)got;\n" for at in range(n))
    out += "    h = h * 31 + x; h = h * 31 + y; h = h * 31 + packed.c0; h = h * 31 + packed.c1; h = h * 31 + packed.s; h = h * 31 + packed.i; h = h * 31 + spun;\n"
    out += "    for (int i = 0; i < 4; i++) h = h * 31 + array[i];\n    h = h * 31 + count() + flag;\n    switch (h % 61) {\n"
    out += "".join(f"    case {case}: assert(!\"{case}\");\n" for case in range(61))
    return out + "    }\n    return 0; }\n"


def test(tool, seed, file):
    file.write_text(program(seed))
    return differs_in_order(tool, file)


if __name__ == "__main__":
    main("sections", test)
