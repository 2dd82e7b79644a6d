#!/usr/bin/env python3
"""Operations that commute with their like (docs/proofs/alike.md), on random C programs.

    python3 random_updates.py THREADBARE [SCRATCH FOLDER]

For each seed of a series (random_tests.py): two to four threads that add to counters of several widths, with results that are used or not, post
semaphores and wait for them, meet at barriers (some ask who was the last; some barriers are for fewer threads than come), wait in loops for counters,
compare and swap, take sections of a mutex, and make plain accesses that only counters order. Some threads share an object whose references they count. `main` maps what
is there at the end, and what the threads have read, to one of many failing assertions. `--explorer optimal` must find the same faults with
`--order-locks --order-updates` and without, and so must `graph`; without, there are never more executions. A program that disagrees is left in the folder.
"""
import random

from random_tests import differs_in_order, main

HEAD = """
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int n0, n1;
static atomic_schar small = 127;
static _Atomic unsigned char byte = 255;
static sem_t s0, s1;
static pthread_barrier_t b0, b1;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int under, plain[2];
static struct object { atomic_int refs; int value; } *object;
static int is_last(pthread_barrier_t *b) { return pthread_barrier_wait(b) == PTHREAD_BARRIER_SERIAL_THREAD; }
static void meet(pthread_barrier_t *b) { pthread_barrier_wait(b); }
static void take(void) { atomic_fetch_add_explicit(&object->refs, 1, memory_order_relaxed); }
static void give(void) { if (atomic_fetch_sub(&object->refs, 1) == 1) free(object); }
"""
COUNTERS = ["n0", "n0", "n1", "small", "byte"]


def update(r):
    n = r.choice(COUNTERS)
    return r.choice([f"{n}++;", f"{n} -= 2;", f"atomic_fetch_add(&{n}, 1);", f"{{ int seen = atomic_fetch_add(&{n}, 3); (void)seen; }}", f"atomic_fetch_xor(&{n}, 2);", f"atomic_fetch_sub_explicit(&{n}, 1, memory_order_relaxed);"])


def statement(r, kinds):
    n, s, b, p = r.choice(COUNTERS), r.choice(["s0", "s0", "s1"]), r.choice(["b0", "b0", "b1"]), r.randrange(2)
    kind = r.choice(kinds)
    if kind == "updates":
        return update(r)
    if kind == "looks":
        return r.choice([f"r = r * 3 + {n};", f"r = r * 3 + {n}++;", f"if ({n} > 1) r += 2;", f"{n} = 1;", f"{{ int e = 1; r = r * 3 + atomic_compare_exchange_strong(&n0, &e, 4); }}",
                         f"r = r * 3 + atomic_exchange(&{n}, 2);", f"{n} |= 2;"])
    if kind == "waits":
        return r.choice(["while (n0 < 1);", "while (n0 < 2);", "while (n1 == 0);", "while (n0 != 1);", "while (n1 < 1 || n0 < 1);"])
    if kind == "semaphores":
        return r.choice([f"sem_post(&{s});", f"sem_post(&{s});", f"sem_wait(&{s});", f"r = r * 3 + (sem_trywait(&{s}) == 0);", f"{{ int v; sem_getvalue(&{s}, &v); r = r * 3 + v; }}"])
    if kind == "barriers":
        return r.choice([f"pthread_barrier_wait(&{b});", f"meet(&{b});", f"r = r * 3 + is_last(&{b});", f"if (r & 1) pthread_barrier_wait(&{b});"])
    if kind == "objects":
        return r.choice(["take(); give();", "give();", "r = r * 3 + object->value;", "take();"])
    if kind == "plain":
        return r.choice([f"plain[{p}] = 1; {update(r)}", f"if ({n} > 0) r += plain[{p}];", f"if ({n}++ > 0) plain[{p}] = 2;", f"sem_wait(&{s}); r += plain[{p}];"])
    return f"pthread_mutex_lock(&m); under = under * 2 + {r.randrange(2)}; {r.choice(['', update(r)])} pthread_mutex_unlock(&m);"


def program(seed):
    r = random.Random(seed)
    n = r.choice([2, 3, 3, 4])
    others = ["looks", "waits", "semaphores", "barriers", "objects", "plain", "sections"]
    kinds = ["updates", "updates"] + r.sample(others, 2) * 2 + r.choice([[], [r.choice(others)]])
    out = HEAD
    for at in range(n):
        body = "\n    ".join(statement(r, kinds) for _ in range(r.choice([1, 2, 3] if n < 4 else [1, 2])))
        out += f"static void *t{at}(void *arg) {{ int r = {r.randrange(2)};\n    {body}\n    return (void *)(long)r; }}\n"
    out += f"int main(void) {{ pthread_t t[{n}]; void *got; unsigned h = 0; int r = 0, v;\n"
    out += f"    object = malloc(sizeof *object); object->refs = {r.choice([1, 2, n])}; object->value = 5;\n"
    out += f"    sem_init(&s0, 0, {r.randrange(3)}); sem_init(&s1, 0, 0); pthread_barrier_init(&b0, 0, 2); pthread_barrier_init(&b1, 0, {r.choice([1, 2, n])});\n"
    out += "".join(f"    pthread_create(&t[{at}], 0, t{at}, 0);\n" for at in range(n))
    if r.random() < 0.4:
        out += f"    {statement(r, kinds)}\n"
    out += "".join(f"    pthread_join(t[{at}], &got); h = h * 31 + (unsigned)(long)got;\n" for at in range(n))
    out += "    h = h * 31 + n0; h = h * 31 + n1; h = h * 31 + small; h = h * 31 + byte; h = h * 31 + under + r;\n"
    out += "    sem_getvalue(&s0, &v); h = h * 31 + v; sem_getvalue(&s1, &v); h = h * 31 + v;\n    switch (h % 61) {\n"
    out += "".join(f"    case {case}: assert(!\"{case}\");\n" for case in range(61))
    return out + "    }\n    return 0; }\n"


def test(tool, seed, file):
    file.write_text(program(seed))
    return differs_in_order(tool, file)


if __name__ == "__main__":
    main("updates", test)
