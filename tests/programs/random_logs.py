#!/usr/bin/env python3
"""Streams that do nothing (docs/proofs/logs.md), on random C programs: a log of which nobody can tell what becomes of it is as one that somebody could read.

    python3 random_logs.py THREADBARE [SCRATCH FOLDER]

For each seed of a series (random_tests.py): two threads and main write to streams, ask for results, lock mutexes and streams, close what is
open, and change variables. With -DTOLD the program would open the file for reading, if a variable that is never set were: then streams do all that they do. Verdict
and faults must be the same.
"""
import random
from random_tests import check, main

HEAD = """#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static FILE *f, *g;
static int x, y;
static volatile int never;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
"""
# What leaves a stream to do nothing, and what does not.
HARMLESS = [
    'fputs("x", f);', 'fprintf(f, "%d", 1);', 'fputc(10, f);', 'assert(fputs("y", f) >= 0);', "assert(fflush(f) == 0);", "assert(fputc('z', g) == 'z');", 'fflush(NULL);',
    "x++;", "x++;", "assert(x < 3);", "setvbuf(f, NULL, _IONBF, 0);", 'assert(fgetc(f) == EOF);', '{ char t[3] = {65, y}; fwrite(t, 1, 2, g); }',
    '{ FILE *h = fopen("other", "w"); assert(fputs("a", h) >= 0); assert(fclose(h) == 0); }', 'assert(write(3, "a", 1) == 1);', "assert(!feof(f));", "fclose(g);",
]
TELLING = [
    "flockfile(f);", "funlockfile(f);", "assert(!ferror(f));", "clearerr(f);", "close(fileno(f));", "close(4);", "assert(!ftrylockfile(f));", "putc_unlocked('a', f);",
    '{ int d = open("third", O_WRONLY | O_CREAT, 0600); dup2(d, 3); }', '{ FILE *h = fdopen(3, "w"); assert(fputs("b", h) >= 0); assert(fclose(h) == 0); }', 'freopen("fourth", "w", f);',
]


def body(r, pool):
    lines, held = [], []
    for _ in range(r.randint(1, 3)):
        if r.random() < 0.3 and "m" not in held:
            lines.append("pthread_mutex_lock(&m);")
            held.append("m")
        lines.append(r.choice(pool))
        if held and r.random() < 0.5:
            lines.append("pthread_mutex_unlock(&m);")
            held.clear()
    return lines + ["pthread_mutex_unlock(&m);"] * len(held)


def program(r):
    pool = HARMLESS if r.random() < 0.5 else HARMLESS + 2 * TELLING
    lines = HEAD.splitlines()
    for name in "ab":
        lines += [f"static void *{name}(void *arg) {{", *("    " + line for line in body(r, pool)), "    return arg;", "}"]
    other = r.choice(["f", 'fopen("second", "a")'])
    lines += ["int main(void) {", "    pthread_t s, t;", '    f = fopen("log", "w");', f"    g = {other};"]
    lines += ["    pthread_create(&s, NULL, a, NULL);", "    pthread_create(&t, NULL, b, NULL);", *("    " + line for line in body(r, pool) if r.random() < 0.5 and "mutex" not in line)]
    lines += ["    pthread_join(s, NULL);", "    pthread_join(t, NULL);", "#ifdef TOLD", '    if (never) fopen("log", "r");', "#endif", "    return 0;", "}"]
    return "\n".join(lines) + "\n"


def found(tool, file, *flags):
    """Verdict, and faults by kind and line; `None` if that does not come to an end."""
    report = check(tool, file, "--keep-going", "--no-advice", "--max-executions", "5000", "--minimise", "0s", flags=("-w", *flags))
    if report.get("limits") or report["verdict"] == "crash":
        return report["verdict"], None, 0
    place = lambda fault: None if fault["kind"] == "deadlock" else (fault["location"] or {}).get("line")
    return report["verdict"], {(fault["kind"], place(fault)) for fault in report["faults"]}, report.get("executions", 0)


def test(tool, seed, file):
    file.write_text(program(random.Random(seed)))
    verdict, faults, executions = found(tool, file)
    told_verdict, told, told_executions = found(tool, file, "-DTOLD")
    if "crash" in (verdict, told_verdict):
        return [f"{verdict}, told: {told_verdict}"]
    if faults is None or told is None:
        return None
    wrong = []
    # What comes after a race, or a use of a stream that is closed, is not explored in every order.
    if {"data-race", "use-after-free"} & {kind for kind, _ in faults | told}:
        if verdict != told_verdict:
            wrong.append(f"{verdict}, told: {told_verdict}")
    elif (verdict, faults) != (told_verdict, told):
        wrong.append(f"{verdict} {sorted(faults, key=str)}, told: {told_verdict} {sorted(told, key=str)}")
    elif executions > told_executions:
        wrong.append(f"{executions} executions, told: {told_executions}")
    return wrong


if __name__ == "__main__":
    main("logs", test)
