#!/usr/bin/env python3
"""Under --races explore a copy of a structure is the copies of its members, on random C programs.

    python3 random_copies.py THREADBARE [SCRATCH FOLDER]

For each seed of a series (random_tests.py): a structure without padding, two shared objects of it, and two or three threads that copy from and to
them, and access single members. With `*to = *from`, and with a copy of each member (all of them read, then all written), there must
be as many executions, and as many of each outcome must fail their assertion, under each model. A program that disagrees is left in the folder.
"""
import random

from random_tests import check, main

MODELS = ["sc", "tso", "pso", "ra", "rc11"]


def members(r):
    kinds = r.choice([["int", "int"], ["long", "int", "int"], ["int", "short", "short"], ["short", "short"], ["char", "char"], ["void *", "long"]])
    return [(kind, f"m{at}") for at, kind in enumerate(kinds)]


def program(seed):
    r = random.Random(seed)
    parts = members(r)
    out = "#include <assert.h>\n#include <pthread.h>\n#include <string.h>\n"
    out += "struct s { " + " ".join(f"{kind} {name};" for kind, name in parts) + " };\nstatic struct s x, y;\n"
    reads = "; ".join(f"__typeof__((from)->{name}) {name} = (from)->{name}" for _, name in parts)
    writes = "; ".join(f"(to)->{name} = {name}" for _, name in parts)
    out += f"#ifdef MEMBERS\n#define COPY(to, from) do {{ {reads}; {writes}; }} while (0)\n"
    out += f"#else\n#define COPY(to, from) {r.choice(['*(to) = *(from)', 'memcpy(to, from, sizeof *(to))'])}\n#endif\n"
    n = r.choice([2, 2, 3])
    kind, name = parts[-1]
    for at in range(n):
        body = []
        for _ in range(r.choice([1, 1, 2]) if n == 2 else 1):
            one, two = r.sample(["x", "y"], 2)
            body.append(r.choice([f"COPY(&{one}, &{two});", f"COPY(&mine, &{one});", f"COPY(&{one}, &mine);",
                                  f"{one}.{r.choice(parts)[1]} = ({kind}){at + 2};", f"COPY(&mine, &{one});"]))
        out += (f"static void *t{at}(void *arg) {{ struct s mine = {{ {', '.join(f'({k}){at + 1}' for k, _ in parts)} }};\n    "
                + "\n    ".join(body) + f"\n    return (void *)(long)((long)mine.m0 == (long)mine.{name}); }}\n")
    out += f"int main(void) {{ pthread_t t[{n}]; void *same;\n"
    out += "".join(f"    pthread_create(&t[{at}], 0, t{at}, 0);\n" for at in range(n))
    out += "".join(f"    pthread_join(t[{at}], &same); assert(same);\n" for at in range(n))
    return out + "    return 0; }\n"


def found(tool, file, model, flags):
    report = check(tool, file, "--races", "explore", "--model", model, "--no-symmetry", "--keep-going", flags=flags)
    return report["verdict"], report.get("executions"), len(report["faults"])


def test(tool, seed, file):
    file.write_text(program(seed))
    wrong = []
    for model in random.Random(seed).sample(MODELS, 2):
        whole, apart = (found(tool, file, model, flags) for flags in ([], ["-DMEMBERS"]))
        if whole != apart:
            wrong.append(f"{model}: {whole}, by members {apart}")
    return wrong


if __name__ == "__main__":
    main("copies", test)
