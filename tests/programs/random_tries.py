#!/usr/bin/env python3
"""Tries that fail before other operations, on random C programs: what is found by default is what rc11 says.

    python3 random_tries.py THREADBARE [SCRATCH FOLDER]

For each seed of a series (random_tests.py): two or three threads of plain accesses, sections, tries, reads of counts and posts on up to four objects
(two mutexes, a read-write lock, a semaphore), of which some depend on how a try ended. sc takes each operation to happen after the one before it at the same object, so a
failed try there orders what rc11 does not: by default the model must be one that shows it. Verdict and kinds of faults are compared, and the places of races where there is only one.
"""
import random

from random_tests import check, kinds, main

HEAD = """#include <pthread.h>
#include <semaphore.h>
static int p, q, seen;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static sem_t s;
"""
LOCKS = {
    "m": ("pthread_mutex_lock(&m)", "pthread_mutex_trylock(&m)", "pthread_mutex_unlock(&m)"),
    "n": ("pthread_mutex_lock(&n)", "pthread_mutex_trylock(&n)", "pthread_mutex_unlock(&n)"),
    "r": ("pthread_rwlock_rdlock(&l)", "pthread_rwlock_tryrdlock(&l)", "pthread_rwlock_unlock(&l)"),
    "w": ("pthread_rwlock_wrlock(&l)", "pthread_rwlock_trywrlock(&l)", "pthread_rwlock_unlock(&l)"),
}


def plain(r):
    return r.choice(["p = 1;", "q = 1;", "(void)*(volatile int *)&p;", "(void)*(volatile int *)&q;"])


def statements(r, objects, deep=False):
    lines = []
    for _ in range(r.randint(1, 2 if deep else 3)):
        what = r.random()
        name = r.choice(objects)
        if what < 0.3 or deep and what < 0.5:
            lines.append(plain(r))
        elif name == "s":
            lines.append(r.choice([
                "sem_post(&s);",
                f"if (sem_trywait(&s)) {{ {plain(r)} }}",
                f"if (!sem_trywait(&s)) {{ {plain(r)} }}",
                f"{{ int count; sem_getvalue(&s, &count); if (count) {{ {plain(r)} }} }}",
            ]))
        elif what < 0.55:
            lock, _, unlock = LOCKS[name]
            lines.append(f"{lock}; {plain(r)} {unlock};")
        else:
            _, attempt, unlock = LOCKS[name]
            failed = statements(r, objects, True) if not deep else [plain(r)]
            lines.append(f"if ({attempt}) {{ {' '.join(failed)} }} else {{ {plain(r) if r.random() < 0.5 else ''} {unlock}; }}")
    return lines


def program(seed):
    r = random.Random(seed)
    objects = r.sample(["m", "n", "r", "w", "s"], r.randint(1, 2))
    count = r.choice([2, 2, 3])
    lines = [HEAD]
    for at in range(count):
        lines += [f"static void *t{at}(void *arg) {{", *("    " + line for line in statements(r, objects)), "    return arg; }"]
    lines += ["int main(void) {", f"    pthread_t t[{count}];", "    sem_init(&s, 0, 0);"]
    lines += [f"    pthread_create(&t[{at}], 0, t{at}, 0);" for at in range(count)]
    lines += [f"    pthread_join(t[{at}], 0);" for at in range(count)]
    return "\n".join([*lines, "    return 0; }"]) + "\n"


def test(tool, seed, file):
    file.write_text(program(seed))
    reports = [check(tool, file, "--no-advice", "--max-executions", "20000", *model, flags=["-w"]) for model in ([], ["--model", "rc11"])]
    told = [(report["verdict"], kinds(report)) for report in reports]
    if "max-executions" in str(reports[1].get("limits")):
        return None
    return [f"by default {told[0]}, rc11 {told[1]}"] if told[0] != told[1] else []


if __name__ == "__main__":
    main("tries", test)
