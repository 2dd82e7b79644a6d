#!/usr/bin/env python3
"""When may `malloc` give an address again that a program compares: random C programs against all schedules.

    python3 random_reuse.py THREADBARE [SCRATCH FOLDER]

For each seed of a series (random_tests.py): threads put new boxes into slots, take boxes out and free them, and compare what two slots held. By brute force it is
known whether one of two boxes that are compared may have been made after the other one was freed. `graph` must say so just then, `optimal` at least then. A program
that disagrees is left in the folder.
"""
import random

from random_tests import World, always, check, main, schedules

SLOTS = "ABC"


def program(r):
    """For each thread its operations."""
    def operation():
        kind = r.choice(["put", "put", "take", "take", "compare", "compare", "replace", "look"])
        return (kind, *(r.sample(SLOTS[:r.choice([2, 3])], 2)))
    return [[operation() for _ in range(r.randint(1, 3))] for _ in range(r.choice([2, 2, 3]))]


STATEMENTS = {
    "put": "fresh = malloc(8); atomic_store(&{0}, fresh);",
    "take": "old = atomic_exchange(&{0}, 0); free(old);",
    "replace": "fresh = malloc(8); old = atomic_exchange(&{0}, fresh); free(old);",
    "compare": "one = atomic_load(&{0}); other = atomic_load(&{1}); if (one == other && one) same++;",
    "look": "one = atomic_load(&{0}); other = atomic_load(&{0}); if (one == other && one) same++;",
}


def text(threads):
    lines = ["#include <pthread.h>", "#include <stdatomic.h>", "#include <stdlib.h>", "static char *_Atomic A, *_Atomic B, *_Atomic C;"]
    for number, operations in enumerate(threads):
        lines += [f"static void *t{number}(void *unused)", "{", "    char *fresh, *old, *one, *other; volatile int same = 0;"]
        lines += ["    " + STATEMENTS[kind].format(*slots) for kind, *slots in operations]
        lines += ["    return fresh = old = one = other = unused;", "}"]
    lines += ["int main(void)", "{", "    pthread_t t[3];", "    A = malloc(8); B = malloc(8);"]
    lines += [f"    pthread_create(&t[{n}], 0, t{n}, 0);" for n in range(len(threads))]
    lines += [f"    pthread_join(t[{n}], 0);" for n in range(len(threads))]
    return "\n".join(lines + ["    return 0;", "}", ""])


class Boxes(World):
    """Time goes on with each step: boxes are born and die."""

    def __init__(self, threads):
        super().__init__()
        self.time, self.born, self.dead = 0, {1: -1, 2: -1}, {}
        self.slots, self.reused = {"A": 1, "B": 2, "C": 0}, False
        for number, operations in enumerate(threads):
            self.start(number, self.run(operations))

    def new(self):
        box = len(self.born) + 1
        self.born[box] = self.time
        return box

    def free(self, box):
        if box:
            self.dead[box] = self.time

    def compare(self, one, other):
        follows = lambda first, second: first in self.dead and second not in self.dead and self.born[second] > self.dead[first]
        self.reused |= one and other and one != other and (follows(one, other) or follows(other, one))

    def run(self, operations):
        for kind, slot, second in operations:
            if kind in ("put", "replace"):
                yield always
                self.time += 1
                fresh = self.new()
            if kind == "put":
                yield always
                self.slots[slot] = fresh
            elif kind in ("take", "replace"):
                yield always
                old, self.slots[slot] = self.slots[slot], fresh if kind == "replace" else 0
                yield always
                self.time += 1
                self.free(old)
            elif kind in ("compare", "look"):
                yield always
                one = self.slots[slot]
                yield always
                other = self.slots[second if kind == "compare" else slot]
                self.compare(one, other)


def test(tool, seed, file):
    threads = program(random.Random(seed))
    reused = []
    def visit(world):
        if world.reused:
            reused.append(True)
    if not schedules(lambda: Boxes(threads), visit, 60000):
        return None
    file.write_text(text(threads))
    wrong = []
    for explorer in ["graph", "optimal"]:
        report = check(tool, file, "--model", "sc", "--exit-status", "ignore", "--explorer", explorer)
        said = any(bound["name"] == "reuse" for bound in report["bounds"])
        if said and explorer == "optimal":
            continue  # It judges by happens-before alone.
        if said != bool(reused):
            wrong.append(f"{explorer}: {report['verdict']}, reuse {said}; by brute force {bool(reused)}")
    return wrong


if __name__ == "__main__":
    main("random_reuse", test)
