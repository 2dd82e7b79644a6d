#!/usr/bin/env python3
"""An uninitialised value is carried like any other until it decides something, on random C programs.

    python3 random_uninitialised.py THREADBARE [SCRATCH FOLDER]

For each seed of a series (random_tests.py): two or three threads store, load, copy and exchange numbers in shared variables, atomic ones or (with
`--races explore`) plain ones; some of the numbers are uninitialised, and some that are read decide something. The same with 99 in
place of what is uninitialised, and an assertion that it is not 99 in place of each decision: there must be as many
executions, and the one must fail exactly if the other does, with each explorer and model. A program that disagrees is left in the folder.
"""
import random

from random_tests import check, kinds, main

WAYS = [[], ["--explorer", "source"], ["--explorer", "optimal"], ["--explorer", "observers"], ["--explorer", "rf"], ["--explorer", "rvf"],
        ["--explorer", "naive"], ["--model", "tso"], ["--model", "pso"], ["--model", "ra"], ["--model", "rc11"]]
HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef CARRIED
#define HOLE *hidden
#define DECIDE(v) if ((v) == 3) mine++;
#else
#define HOLE 99
#define DECIDE(v) assert((v) != 99);
#endif
"""


def statement(r, atomic):
    x, y, k = f"x{r.randrange(2)}", f"x{r.randrange(2)}", r.randrange(1, 4)
    kinds = [f"{x} = {k};", f"{x} = HOLE;", f"mine = {x};", f"{x} = {y};", f"{x} = mine;"]
    kinds += [f"DECIDE({x})", "DECIDE(mine)"] if r.random() < 0.5 else []
    if atomic:
        kinds += [f"mine = atomic_exchange(&{x}, {k});", f"mine = atomic_exchange(&{x}, mine);"]
        kinds += [f"DECIDE(atomic_fetch_add(&{x}, 0))"] if r.random() < 0.3 else []
    return r.choice(kinds)


def program(seed):
    r = random.Random(seed)
    atomic, kind = r.random() < 0.5, r.choice(["char", "int", "long"])
    threads = [[statement(r, atomic) for _ in range(r.randrange(1, 4))] for _ in range(r.choice([2, 2, 3]))]
    out = HEAD + f"static {'_Atomic ' if atomic else ''}{kind} x0, x1;\n"
    for at, body in enumerate(threads):
        out += (f"static void *t{at}(void *arg) {{ {kind} hole, *volatile hiding = &hole, *hidden = hiding, mine = 0; (void)hidden;\n    "
                + "\n    ".join(body) + "\n    return arg; }\n")
    n = len(threads)
    out += f"int main(void) {{ pthread_t t[{n}];\n"
    out += "".join(f"    pthread_create(&t[{at}], 0, t{at}, 0);\n" for at in range(n))
    out += "".join(f"    pthread_join(t[{at}], 0);\n" for at in range(n))
    return out + "    return 0; }\n", atomic


def outcome(tool, file, options, name):
    report = check(tool, file, *options, flags=[f"-D{name}"])
    told = kinds(report)
    return "fails" if told in (["assertion"], ["uninitialised-read"]) else told or (report["verdict"], report.get("executions"))


def test(tool, seed, file):
    text, atomic = program(seed)
    file.write_text(text)
    wrong = []
    for way in random.Random(seed).sample(WAYS, 4):
        options = way + ([] if atomic else ["--races", "explore"])
        found = [outcome(tool, file, options, name) for name in ("CARRIED", "NUMBERS")]
        if found[0] != found[1]:
            wrong.append(f"{' '.join(options)}: {found[0]}, with numbers {found[1]}")
    return wrong


if __name__ == "__main__":
    main("uninitialised", test)
