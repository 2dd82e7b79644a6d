#!/usr/bin/env python3
"""Compares Threadbare with brute force (classes.py) on random C programs.

    python3 random_programs.py THREADBARE [SCRATCH FOLDER]

For each seed of a series (random_tests.py): two or three threads of a few statements each (atomic accesses, critical sections over
plain and allocated memory, trylock, a semaphore, a read-write lock, a condition variable, choices), once as C and once as
generators for classes.py. Checked: the number of executions; that none is explored in vain; the set of final states, each
of which fails an assertion of its own; whether there is a deadlock. A program that disagrees is left in the folder.
"""
import random

import classes as c
from random_tests import check, kinds, main

TOO_MANY = 30000  # prefixes of executions

C_HEAD = """
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

extern long __VERIFIER_nondet_range(long, long);
struct me { int last, n; int *log; };
struct node { int value; struct node *next; };
static atomic_int x0, x1;
static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static sem_t sem;
static struct node *lists[2];
static int sums[2], table, ready;

static void note(struct me *me, int v) {
    me->last = v;
    me->log[me->n++] = v;
}

static int section(int m, int k) {
    struct node *n = malloc(sizeof *n);
    n->value = k;
    n->next = lists[m];
    lists[m] = n;
    sums[m] = sums[m] * 3 + k;
    int h = 0;
    for (n = lists[m]; n; n = n->next)
        h = (h * 5 + n->value) % 97;
    return (h + sums[m]) % 101;
}
"""


class Shared:
    """The plain memory of the model; made anew by main in each run."""

    def __init__(self, threads):
        self.lists, self.sums, self.table, self.ready = [[], []], [0, 0], 0, 0
        self.logs = [[] for _ in range(threads)]

    def section(self, m, k):
        self.lists[m].insert(0, k)
        self.sums[m] = self.sums[m] * 3 + k
        h = 0
        for v in self.lists[m]:
            h = (h * 5 + v) % 97
        return (h + self.sums[m]) % 101


def statement(r, depth=0):
    x, m, k = f"x{r.randrange(2)}", r.randrange(2), r.randrange(1, 4)
    kinds = [("load", x), ("load", x), ("store", x, k), ("store", x, k), ("follow", x), ("add", x, k), ("cas", x, k - 1, k),
             ("lock", m, k), ("lock", m, k), ("try", m, k), ("wait",), ("post",), ("trywait",), ("read",), ("write", k),
             ("await",), ("tell", r.randrange(2)), ("choose",)]
    if depth < 2 and r.random() < 0.15:
        return ("if", [statement(r, depth + 1)], [statement(r, depth + 1) for _ in range(r.randrange(2))])
    return r.choice(kinds)


def program(seed):
    r = random.Random(seed)
    threads = r.choice([2, 3, 3])
    return [[statement(r) for _ in range(r.randrange(1, 7 - threads))] for _ in range(threads)]


def in_c(s):
    kind, a, b = (s + (None, None))[:3]
    return {
        "load": lambda: f"note(me, atomic_load(&{a}));",
        "store": lambda: f"atomic_store(&{a}, {b});",
        "follow": lambda: f"atomic_store(&{a}, me->last + 1);",
        "add": lambda: f"note(me, atomic_fetch_add(&{a}, {b}));",
        "cas": lambda: f"{{ int e = {b}; atomic_compare_exchange_strong(&{a}, &e, {s[3]}); note(me, e); }}",
        "lock": lambda: f"pthread_mutex_lock(&m{a}); note(me, section({a}, {b})); pthread_mutex_unlock(&m{a});",
        "try": lambda: f"if (pthread_mutex_trylock(&m{a}) == 0) {{ note(me, section({a}, {b})); "
                       f"pthread_mutex_unlock(&m{a}); }} else {{ note(me, 77); }}",
        "wait": lambda: "sem_wait(&sem);",
        "post": lambda: "sem_post(&sem);",
        "trywait": lambda: "note(me, sem_trywait(&sem) == 0);",
        "read": lambda: "pthread_rwlock_rdlock(&rw); note(me, table); pthread_rwlock_unlock(&rw);",
        "write": lambda: f"pthread_rwlock_wrlock(&rw); table = table * 3 + {a}; pthread_rwlock_unlock(&rw);",
        "await": lambda: "pthread_mutex_lock(&m0); while (!ready) pthread_cond_wait(&cond, &m0); note(me, ready--); "
                         "pthread_mutex_unlock(&m0);",
        "tell": lambda: f"pthread_mutex_lock(&m0); ready++; pthread_cond_{'broadcast' if a else 'signal'}(&cond); "
                        "pthread_mutex_unlock(&m0);",
        "choose": lambda: "note(me, (int)__VERIFIER_nondet_range(0, 1));",
        "if": lambda: "if (me->last & 1) { " + " ".join(map(in_c, a)) + " } else { " + " ".join(map(in_c, b)) + " }",
    }[kind]()


def c_program(threads, asserts):
    n = len(threads)
    out = [C_HEAD, f"static struct me mes[{n}];"]
    for i, body in enumerate(threads):
        out.append(f"static void *t{i}(void *arg) {{\n    struct me *me = arg;\n    me->log = malloc(32 * sizeof(int));")
        out += ["    " + in_c(s) for s in body] + ["    return NULL;\n}"]
    out.append(f"int main(void) {{\n    pthread_t t[{n}];\n    sem_init(&sem, 0, 1);")
    out += [f"    pthread_create(&t[{i}], NULL, t{i}, &mes[{i}]);" for i in range(n)]
    out += [f"    pthread_join(t[{i}], NULL);" for i in range(n)]
    out.append(f"    unsigned h = 7;\n    for (int i = 0; i < {n}; i++)\n        for (int k = 0; k < mes[i].n; k++)\n"
               "            h = (h * 31 + (unsigned)mes[i].log[k]) % 1000003;")
    out += [f"    h = (h * 31 + (unsigned){v}) % 1000003;"
            for v in ("atomic_load(&x0)", "atomic_load(&x1)", "sums[0]", "sums[1]", "table", "ready")]
    if asserts:
        out += ["    switch (h % 16) {"] + [f"    case {k}: assert(h % 16 != {k});" for k in range(16)] + ["    }"]
    return "\n".join(out + ["    return 0;\n}\n"])


def steps(shared, log, body):
    """The statements as operations for classes.py."""
    for s in body:
        kind, a, b = (s + (None, None))[:3]
        last = log[-1] if log else 0
        if kind == "load": log.append((yield c.ld(a)))
        elif kind == "store": yield c.st(a, b)
        elif kind == "follow": yield c.st(a, last + 1)
        elif kind == "add": log.append((yield c.add(a, b)))
        elif kind == "cas": log.append((yield c.cas(a, b, s[3])))
        elif kind in ("lock", "try"):
            if (yield (c.lock if kind == "lock" else c.trylock)(f"m{a}")) == 0:
                log.append(shared.section(a, b))
                yield c.unlock(f"m{a}")
            else:
                log.append(77)
        elif kind == "wait": yield c.wait("sem")
        elif kind == "post": yield c.post("sem")
        elif kind == "trywait": log.append(int((yield c.trywait("sem")) == 0))
        elif kind == "read":
            yield c.rdlock("rw")
            log.append(shared.table)
            yield c.rwunlock("rw")
        elif kind == "write":
            yield c.wrlock("rw")
            shared.table = shared.table * 3 + a
            yield c.rwunlock("rw")
        elif kind == "await":
            yield c.lock("m0")
            while not shared.ready:
                yield from c.cond_wait("cond", "m0")
            log.append(shared.ready)
            shared.ready -= 1
            yield c.unlock("m0")
        elif kind == "tell":
            yield c.lock("m0")
            shared.ready += 1
            yield (c.broadcast if a else c.signal)("cond")
            yield c.unlock("m0")
        elif kind == "choose": log.append((yield c.choice(2)))
        else: yield from steps(shared, log, a if last & 1 else b)


def expected(threads):
    """The number of executions and the set of final states (and "deadlock"); None if there are too many."""
    n, cell = len(threads), {}

    def main():
        shared = cell["shared"] = Shared(n)
        yield from c.spawn_all(n)
        yield from c.join_all(n)
        values = [v for log in shared.logs for v in log]
        values += [(yield c.ld("x0")), (yield c.ld("x1")), *shared.sums, shared.table, shared.ready]
        h = 7
        for v in values:
            h = (h * 31 + v) % 1000003
        cell["final"] = h % 16

    def thread(i):
        return lambda: steps(cell["shared"], cell["shared"].logs[i], threads[i])
    finals = set()

    def ended(world):
        finals.add(cell["final"] if len(world.done) == len(world.gens) else "deadlock")
    counted = c.classes([main] + [thread(i) for i in range(n)], {"sem": 1}, ended, TOO_MANY)
    return counted and (counted[0], finals)


def explored(tool, file):
    return check(tool, file, "--explorer", "graph", "--no-symmetry", "--keep-going")


def disagreement(tool, file, threads, count, finals):
    """What is wrong, as text."""
    file.write_text(c_program(threads, False))
    found = explored(tool, file)
    told = kinds(found)
    if told != (["deadlock"] if "deadlock" in finals else []) or found["verdict"] not in ("safe", "fault"):
        return f"{found['verdict']} {told} {found.get('message', '')}"
    if found["executions"] != count or found["redundant"]:
        return f"{found['executions']} executions, {found['redundant']} in vain, expected {count}"
    text = c_program(threads, True)
    file.write_text(text)
    found = explored(tool, file)
    lines = text.split("\n")
    states = {"deadlock" if f["kind"] == "deadlock" else int(lines[f["location"]["line"] - 1].split("!= ")[1].split(")")[0])
              for f in found["faults"]}
    return None if states == finals else f"final states {states}, expected {finals}"


def test(tool, seed, file):
    threads = program(seed)
    wanted = expected(threads)
    if wanted is None:
        return None
    wrong = disagreement(tool, file, threads, *wanted)
    return [wrong] if wrong else []


if __name__ == "__main__":
    main("random", test)
