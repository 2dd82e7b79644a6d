#!/usr/bin/env python3
"""Loops that try a number of times, on random C programs: what is found is what is found where each try is written out.

    python3 random_bounded.py THREADBARE [SCRATCH FOLDER]

For each seed of a series (random_tests.py): a thread has one or two such loops, others store to what they look at. Faults by line are compared: each final
state is one. Where each try is written out, there is no loop, and so nothing that may be taken for a wait.
"""
import random

from random_tests import check, main

HEAD = """#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
static atomic_int x, y, z;
"""


def loop(r, number, written_out):
    """Tries so many times, and goes on as they end."""
    tries, place, want = r.choice([4, 5, 6]), r.choice("xxy"), r.choice([0, 1])
    reads = r.choice([f"v = {place};", f"int s = {place}; v = s;", f"v = {place}; w = v;", f"v = atomic_load_explicit(&{place}, memory_order_acquire);"])
    leaves = r.choice([f"v != {want}", "v", "v", f"v > {want}", f"{want + 1} == v", f"v == {want + 1} || v == 3"])
    way = r.choice(["break;", f"goto after{number};", f"{{ late = v; goto after{number}; }}", "{ w = v; break; }", "{ u = v + 1; break; }"])
    tried = f"{reads} if ({leaves}) {way} {r.choice(['', '', 'sched_yield();', f'if (atomic_exchange(&z, 1) == 0) {way}', 'u = v;', 'w++;'])}"
    if r.random() < 0.2:
        tried = f"{reads} if (!({leaves})) continue; {way}"
    # What the round before has kept says what this one keeps.
    chain = [("w", "v"), ("u", "w"), ("late", "u")][: r.choice([0, 0, 1, 2, 3, 3])]
    plain = r.random() < 0.5
    if plain:
        reads, leaves = f"v = {place};", "v"
        tried = f"{reads} if ({leaves}) {way}"
    for kept, of in chain if plain else r.sample(chain, len(chain)):
        asks = ("0", "") if plain else (r.choice("001"), r.choice(["", "", " > 1"]))
        tried = f"if ({of} == {asks[0]}) {{ {kept} = {place}; if ({kept}{asks[1]}) {way} }} {tried}"
    after = r.choice(["", "u += v;", f"if (!({leaves})) u = 5;", f"if (!v) u = atomic_exchange(&{place}, 2);", "u = w;", "z = 1;"])
    counts = r.randrange(7)
    if written_out:
        body = "".join(f"{{ do {{ {tried.replace('break;', f'goto out{number};')} }} while (0); }} " for _ in range(tries))
    else:
        body = [
            f"for (int i = 0; i < {tries}; i++) {{ {tried} }}",
            f"{{ int n = {tries}; while (n-- > 0) {{ {tried} }} }}",
            f"{{ int n = {tries}; do {{ {tried} }} while (--n > 0); }}",
            f"{{ int n = {tries - 1}; do {{ {tried} }} while (n-- > 0); }}",
            f"for (int i = {tries}; i > 0; i--) {{ {tried} }}",
            f"for (unsigned n = 1; n < {1 << tries}; n <<= 1) {{ {tried} }}",
            f"for (unsigned n = 2; n <= {1 << tries}; n <<= 1) {{ for (unsigned i = 0; i < n; i++) __asm__ volatile(\"pause\"); {tried} }}",
        ][counts]
    return f"    v = {r.choice(['0', 'u', '7', '7'])}; {body} out{number}: (void)v; {after} after{number}: (void)u;"


def program(seed, written_out):
    r = random.Random(seed)
    lines = [HEAD, "static void *t0(void *arg) {", f"    int v = 0, w = {r.choice([0, 7, 7])}, u = {r.choice([0, 7, 7])}, late = 7;"]
    lines += [loop(r, number, written_out) for number in range(r.choice([1, 1, 2]))]
    lines += ["    z = (v + 4) % 5 + 5 * ((u + 4) % 5) + 25 * (late & 3) + 100 * (w & 3);", "    return arg; }"]
    others = r.choice([1, 1, 2])
    for at in range(1, others + 1):
        stores = [r.choice([f"{r.choice('xxy')} = {r.randint(0, 3)};", "atomic_fetch_add(&x, 1);", "x = y + 1;"]) for _ in range(r.randint(1, 3 if others == 1 else 2))]
        lines += [f"static void *t{at}(void *arg) {{", f"    {' '.join(stores)}", "    return arg; }"]
    lines += ["int main(void) {", f"    pthread_t t[{others + 1}];"]
    lines += [f"    pthread_create(&t[{at}], 0, t{at}, 0);" for at in range(others + 1)]
    lines += [f"    pthread_join(t[{at}], 0);" for at in range(others + 1)]
    lines += ["    int state = (z + 400 * x + 1600 * y) % 61;"]
    lines += [f"    if (state == {k}) assert(0);" for k in range(61)]
    return "\n".join([*lines, "    return 0; }"]) + "\n"


def found(tool, file, *options, flags=()):
    report = check(tool, file, "--keep-going", "--model", "sc", "--no-advice", "--max-executions", "50000", "--timeout", "30s", *options, flags=["-w", *flags])
    if report["verdict"] in ("crash", "incomplete"):
        return None if report["verdict"] == "incomplete" else {("crash", report["message"])}
    return {(fault["kind"], (fault["location"] or {}).get("line")) for fault in report["faults"]}


def test(tool, seed, file):
    file.write_text(program(seed, True))
    expected = found(tool, file, "--explorer", "graph", "--no-symmetry")
    file.write_text(program(seed, False))
    if expected is None:
        return None
    wrong, tried = [], False
    for explorer, flags in [("graph", []), ("optimal", []), ("graph", ["-O1"])]:
        there = found(tool, file, "--explorer", explorer, flags=flags)
        tried |= there is not None
        if there is not None and there != expected:
            wrong.append(f"{explorer} {flags}: lost {sorted(expected - there, key=str)}, invented {sorted(there - expected, key=str)}")
    return wrong if tried else None


if __name__ == "__main__":
    main("bounded", test)
