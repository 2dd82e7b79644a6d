#!/usr/bin/env python3
"""Loops that try again, on random C programs: what is found is what is found where no two rounds are alike.

    python3 random_retries.py THREADBARE [SCRATCH FOLDER]

For each seed of a series (random_tests.py): two or three threads that take locks by test-and-set, wait for a number, and increment it by compare-and-swap, and in
each round count, pause, or store something. With -DNOTED each round counts in memory, so that none is like another, and no compare-and-swap confirms a load; `--unroll` bounds them then. Each
final state fails an assertion of its own. All faults found with it have to be found without (of the races only that there is one).
"""
import random

from random_tests import check, main

HEAD = """#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
static atomic_int x, y, lock;
static int node[3], other[3], cells[2], shared, rounds[3];
#ifdef NOTED
#define ROUND(i) rounds[i]++
#else
#define ROUND(i) (void)rounds
#endif
"""


def noise(r):
    return r.choice([
        "if (++n > 2) { sched_yield(); n = 0; }",
        "if (++n > 1) sched_yield();",
        "for (volatile int i = 0; i < d; i++) ; if (d < 8) d *= 2;",
        "nanosleep(&w, 0); if (w.tv_nsec < 8) w.tv_nsec *= 2;",
        "clock_nanosleep(CLOCK_MONOTONIC, 0, &w, 0); if (w.tv_nsec < 4) w.tv_nsec <<= 1;",
        "nanosleep(&w, 0); w.tv_nsec += 1; late = w.tv_nsec > 2;",
        "nanosleep(&w, 0); if (w.tv_nsec < 2) w.tv_nsec++; else y = 2;",
        "if (++n > 1) late = 1;",
        "if (++n > 1) { late = n & 1; sched_yield(); } else late = 0;",
        "if (++n > 2) break;",
        "if (n < 2) n++; else y = 2;",
        "if (++n > 1) shared++;",
        "",
    ])


def prepare(r, at):
    return " ".join(r.choice([
        f"node[{at}] = r;", f"node[{at}] = r; other[{at}] = node[{at}];", f"other[{at}] = node[{at}]; node[{at}] = r;",
        f"if (r) node[{at}] = r;", "cells[r & 1] = 1;", f"node[{at}]++;", f"node[{at}] = 1; other[{at}] = r + 1;", "shared = r;", "n++;", "",
    ]) for _ in range(r.choice([1, 1, 2])))


def statement(r, at):
    swap = r.choice(["atomic_compare_exchange_strong", "atomic_compare_exchange_weak"])
    return r.choice([
        lambda: f"while (atomic_exchange(&lock, 1)) {{ ROUND({at}); {noise(r)} }} {r.choice(['shared++;', 'y = shared;', 'y++;'])} lock = 0;",
        lambda: f"while (x < {r.randint(1, 2)}) {{ ROUND({at}); {noise(r)} }}",
        lambda: f"r = x; do {{ ROUND({at}); {prepare(r, at)} }} while (!{swap}(&x, &r, r + 1));",
        lambda: f"r = x; do {{ ROUND({at}); {prepare(r, at)} }} while (!{swap}(&x, &r, r + 1));",
        lambda: f"do {{ ROUND({at}); r = x; {prepare(r, at)} }} while (!{swap}(&x, &r, r + 1));",
        lambda: f"node[{at}] = x; while (!{swap}(&x, &node[{at}], node[{at}] + 1)) ROUND({at});",
        lambda: "x = 1;",
        lambda: f"if (atomic_fetch_add(&x, 1) == {r.randint(0, 1)}) y = node[{r.randint(0, 2)}];",
        lambda: "if (y) y = late;",
        lambda: "y = late + 1;",
    ])()


def program(seed):
    r = random.Random(seed)
    count = r.choice([2, 2, 3])
    lines = [HEAD]
    for at in range(count):
        lines += [f"static void *t{at}(void *arg) {{", "    int r = 0, n = 0, d = 1, late = 0;", "    struct timespec w = {0, 1};"]
        lines += ["    " + statement(r, at) for _ in range(r.randint(1, 2))]
        lines += ["    if (late) node[%d] += 4;" % at] if r.random() < 0.3 else []
        lines += ["    (void)r, (void)n, (void)d, (void)late, (void)w;", "    return arg; }"]
    lines += ["int main(void) {", f"    pthread_t t[{count}];"]
    lines += [f"    pthread_create(&t[{at}], 0, t{at}, 0);" for at in range(count)]
    lines += [f"    pthread_join(t[{at}], 0);" for at in range(count)]
    lines += ["    int state = x * 5 + y * 7 + shared * 11 + cells[0] * 13 + cells[1] * 17;"]
    lines += ["    for (int i = 0; i < 3; i++) state = state * 3 + node[i] * 2 + other[i];", "    state %= 61;"]
    lines += [f"    if (state == {k}) assert(0);" for k in range(61)]
    return "\n".join([*lines, "    return 0; }"]) + "\n"


def found(tool, file, *options, flags=()):
    report = check(tool, file, "--keep-going", "--model", "sc", "--no-advice", "--max-executions", "20000", "--timeout", "20s", *options, flags=["-w", *flags])
    if report["verdict"] == "crash" or report.get("executions", 0) + report.get("blocked", 0) >= 20000:
        return None
    return {(fault["kind"], (fault["location"] or {}).get("line")) for fault in report["faults"]}


def test(tool, seed, file):
    file.write_text(program(seed))
    noted = found(tool, file, "--explorer", "graph", "--no-symmetry", "--unroll", "3", flags=["-DNOTED"])
    if noted is None:
        return None
    wrong = []
    is_race = lambda fault: fault[0] == "data-race"
    for options, flags in [("graph", []), ("optimal", []), ("graph", ["-O1"])]:
        there = found(tool, file, "--explorer", options, "--unroll", "3", flags=flags)
        if there is None:
            continue
        # After a race what is found may be anything.
        lost = noted - there if not any(map(is_race, noted | there)) else set()
        if lost or any(map(is_race, noted)) != any(map(is_race, there)):
            wrong.append(f"{' '.join([options, *flags])}: lost {sorted(lost, key=str)}, noted {sorted(noted, key=str)}, there {sorted(there, key=str)}")
    return wrong


if __name__ == "__main__":
    main("retries", test)
