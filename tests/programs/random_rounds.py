#!/usr/bin/env python3
"""Loops that write memory of their own stack, on random C programs: what is found is what is found where no two rounds are alike.

    python3 random_rounds.py THREADBARE [SCRATCH FOLDER]

For each seed of a series (random_tests.py): one or two threads read two atomic variables in loops, as the readers of a sequence lock do, into variables of their stack, by pointers and in
structures, or into the heap, and change memory back; another one writes them. A round may leave the loop before it has written, write only some, read what an earlier one wrote, go by pointers that are the same or change, and
let others see what it has written. With -DNOTED each round counts in memory, so that none is like another; `--unroll` bounds them. Each final state fails an assertion of its own: the same
have to be found, under each explorer and model.
"""
import random

from random_tests import check, main

HEAD = """#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y, seen;
static int rounds[3], out[3];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(int *) given;
struct both { int a, b; char c[4]; };
static int look(int *p) { return *p; }
static void set(int *p, int v) { *p = v; }
static int get(atomic_int *p) { return *p; }
#ifdef NOTED
#define ROUND(i) rounds[i]++
#else
#define ROUND(i) (void)rounds
#endif
"""


def part(r, p, q, t):
    """One thing that a round does."""
    common = [f"*{p} = y;", f"*{q} = y;", f"*{p} = x;", f"*{q} = s;", f"{t}.a = y;", f"{t}.b = x;", f"{t}.a = s + y;"]
    rare = [
        f"*{q} = *{p} + y;", f"(*{p})++;", f"*(char *){p} = y;", f"if (s) *{p} = y;", f"if (s) *{p} = y; else *{p} = 3;", f"if (s) *{p} = y; else *{q} = x;",
        f"{p} = {q};", f"{{ int *o = {p}; {p} = {q}; {q} = o; }}", "x = 2;", "if (!seen) seen = 1;", "atomic_thread_fence(memory_order_seq_cst);", f"s = look({p});", f"set({p}, y);",
        "s = get(&x);", "while (x == 1) ;", f"s += *{q};", f"s += *z;", f"*z = y;", f"pthread_mutex_lock(&m); *{p} = y; pthread_mutex_unlock(&m);", f"{t}.c[s & 3] = y;",
        f"s += {t}.c[s & 3];", f"{t}.c[1] = y;", f"s += {t}.b;", f"{{ struct both u = {t}; u.b = y; {t} = u; }}", f"if (x == 1) {{ int *g = given; if (g) *g = y; }}", "given = &a;",
        f"for (int i = 0; i < 2; i++) {p}[0] = y + i;", f"for (int i = 0; i < s; i++) *{p} = y;", f"if (*{p} > 1) s = 0;", f"{t}.b = look({q});",
    ]
    restoring = [
        f"(*{p})++; s += x; (*{p})--;", f"memset(&{t}, 0, sizeof {t});", f"memset(&{t}, 0, sizeof {t}); {t}.c[s & 3] = 1; if (x == s) {t}.c[s & 3] = 0;", "h[s & 1] = y;", "h[0] = y; s += h[1]; h[1] = h[0];",
        f"memcpy(&{t}, h, sizeof(int) * 2);", f"memcpy(h, &{t}, sizeof(int) * 2);", "errno = y;", "errno = 0; s += errno; errno = x;", f"h[0] ^= 1; {t}.a = x; h[0] ^= 1;", "h[0] = !h[0];",
        "pthread_mutex_lock(&m); h[0]++; pthread_mutex_unlock(&m); h[0]--;", "{ int *g = realloc(h, 8); if (g) h = g; }", "{ int *n = malloc(4); *n = y; s += *n; free(n); }", "s += h[0];",
    ]
    leaving = ["if (s & 1) continue;", "if (s > 1) break;", "if (s == 1) goto out;", f"if (*{p} > 1) break;", "if (y) break;", f"if (s & 1) return *{p} * 5 + *{q};", f"if (*{p} == 7) {{ *{q} = 8; break; }}"]
    kind = r.random()
    if r.random() < 0.3:
        return r.choice(restoring)
    return r.choice(common if kind < 0.6 else rare if kind < 0.82 else leaving)


def loop(r, at, p, q, t):
    parts = " ".join(["s = x;" if r.random() < 0.8 else "", *(part(r, p, q, t) for _ in range(r.randint(1, 4)))])
    last = r.choice([f"*{p} = y;", f"*{p} = y; *{q} = x;", f"{t}.a = y;", ""])
    until = r.choice(["s & 1", "(s & 1) || s != x", "s != x", "x < 2", f"*{p} != y", f"{t}.a != x", "s < 2", f"*{p} != *{q}"])
    return r.choice([
        f"do {{ ROUND({at}); {parts} {last} }} while ({until});",
        f"do {{ ROUND({at}); {parts} {last} }} while ({until});",
        f"for (;;) {{ ROUND({at}); {parts} {last} if (!({until})) break; }}",
        f"while ({until}) {{ ROUND({at}); {parts} {last} }}",
        f"{last} while ({until}) {{ ROUND({at}); {parts} }}",
    ])


def reader(r, at):
    lines = [f"static int snap{at}(int *p, int *q, int *z) {{", "    int s = 0, a = 0, *h = calloc(2, sizeof *h); struct both t = {4, 5, {1, 2, 3, 4}};"]
    lines += ["    " + loop(r, at, "p", "q", "t")]
    lines += ["    goto out;", "out:", "    return s + t.a * 3 + t.b * 5 + t.c[0] + t.c[1] * 7 + a + h[0] * 11 + h[1] * 13 + errno * 17; }"]
    pointers = r.choice(["&a, &b, &c", "&a, &b, &c", "&a, &b, &a", "&a, &a, &b", "&u.a, &u.b, &c", "&v[0], &v[1], &v[0]", "&v[1], &v[0], &out[2]", "&out[%d], &b, &c" % at])
    lines += [f"static void *t{at}(void *arg) {{", "    int a = 1, b = 2, c = 3, v[2] = {1, 2}; struct both u = {1, 2, {0}};"]
    lines += [r.choice(["    given = &a;", "    given = &b;"])] if r.random() < 0.15 else []
    lines += [f"    int k = snap{at}({pointers});"]
    lines += [f"    k += snap{at}({pointers});"] if r.random() < 0.15 else []
    return [*lines, f"    out[{at}] = k * 3 + a * 5 + b * 7 + c * 11 + v[0] * 13 + v[1] * 17 + u.a * 19 + u.b * 23;", "    return arg; }"]


def writes(r):
    return r.choice([
        "x = 1; y = 1; x = 2;", "x = 1; y = 2; x = 2;", "y = 1; x = 2;", "x = 2;", "x = 1; x = 2; y = 1;", "y = 1; y = 2;", "x = 1; y = 1; y = 2; x = 2;",
        "x = 1; y = 1; if (given) y = *given; x = 2;", "if (seen) y = 1; x = 2;", "y = 3; x = 4;",
    ])


def program(seed):
    r = random.Random(seed)
    count = r.choice([1, 1, 1, 2])
    lines = [HEAD]
    for at in range(count):
        lines += reader(r, at)
    lines += ["int main(void) {", f"    pthread_t t[{count}];"]
    lines += [f"    pthread_create(&t[{at}], 0, t{at}, 0);" for at in range(count)]
    lines += ["    " + writes(r)]
    lines += [f"    pthread_join(t[{at}], 0);" for at in range(count)]
    lines += ["    unsigned state = x * 5 + y * 7 + out[0] * 11 + out[1] * 31 + out[2] * 3;", "    state %= 61;"]
    lines += [f"    if (state == {k}) assert(0);" for k in range(61)]
    text = "\n".join([*lines, "    return 0; }"]) + "\n"
    if r.random() < 0.3:
        # Relaxed reads, with a fence.
        text = text.replace("s = x;", "s = atomic_load_explicit(&x, memory_order_acquire);").replace("*p = y;", "*p = atomic_load_explicit(&y, memory_order_relaxed);")
    return text


def found(tool, file, *options, flags=()):
    report = check(tool, file, "--keep-going", "--no-advice", "--max-executions", "20000", "--timeout", "10s", *options, flags=["-w", *flags])
    if report["verdict"] not in ("safe", "fault", "incomplete") or report.get("executions", 0) + report.get("blocked", 0) >= 20000 or report.get("wall_seconds", 0) > 10:
        return None
    return {(fault["kind"], (fault["location"] or {}).get("line")) for fault in report["faults"] if fault["kind"] in ("assertion", "data-race")}


def test(tool, seed, file):
    file.write_text(program(seed))
    wrong, tried = [], False
    for model in (["--model", "sc"], ["--model", "rc11"], ["--model", "sc", "--races", "explore"]):
        noted = found(tool, file, "--explorer", "graph", "--unroll", "3", *model, flags=["-DNOTED"])
        if noted is None:
            continue
        tried = True
        is_race = lambda fault: fault[0] == "data-race"
        explorers = ["graph"] if "rc11" in model else ["graph", "optimal", "states"]
        for explorer in explorers:
            # It takes no bound.
            there = found(tool, file, "--explorer", explorer, *model, *(["--unroll", "3"] if explorer != "states" else []))
            if there is None:
                continue
            # After a race what is found may be anything.
            races = any(map(is_race, noted)), any(map(is_race, there))
            lost, more = (noted - there, there - noted) if races == (False, False) else (set(), set())
            if lost or more and explorer != "states" or races[0] != races[1]:
                wrong.append(f"{explorer} {' '.join(model)}: lost {sorted(lost, key=str)}, more {sorted(more, key=str)}, races {races}")
    return wrong if tried else None


if __name__ == "__main__":
    main("rounds", test)
