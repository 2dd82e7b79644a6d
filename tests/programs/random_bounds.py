#!/usr/bin/env python3
"""Races within bounds, on random C programs: one is reported exactly if an execution within the bound shows it.

    python3 random_bounds.py THREADBARE [SCRATCH FOLDER]

For each seed of a series (random_tests.py): two or three threads of atomic accesses, critical sections and plain accesses, of which some depend on what was read. All
schedules are performed by brute force, with what happens before what; each race is noted with the fewest preemptions, and the fewest rounds, of a
schedule up to its second access. For each small bound, the race that is reported must be one within it, and there must be one if there is any within it.
"""
import random

from random_tests import World, always, check, main, schedules

MOST = 60000
HEAD = """#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int f, p, q;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
"""
BOUNDS = [("--preemptions", 0), ("--preemptions", 1), ("--preemptions", 2), ("--rounds", 0), ("--rounds", 1)]


def writer(r):
    """Steps through values that others look for, with a plain access somewhere after the first."""
    body = [r.choice([("store", r.choice("xy"), n), ("store", "x", n), ("section", n)]) for n in range(1, r.randint(2, 3) + 1)]
    body.insert(r.randint(1, len(body)), ("plain", r.choice("pq"), True))
    if r.random() < 0.4:
        body.insert(r.randint(0, len(body)), ("load", r.choice("xy")))
    return body


def reader(r):
    """Its plain access is behind what it sees."""
    body = [("plain", r.choice("pq"), r.random() < 0.5)]
    for _ in range(r.randint(1, 2)):
        look = r.choice([("load", "x"), ("load", r.choice("xy")), ("section", r.randint(4, 5))])
        body = [look, ("if", r.choice("===!"), r.randrange(4), body)]
        if r.random() < 0.3:
            body.append(("store", r.choice("xy"), r.randint(1, 3)))
    return body


def program(seed):
    r = random.Random(seed)
    threads = [writer(r), reader(r)]
    if r.random() < 0.3:
        threads.append(r.choice([lambda r: [("store", r.choice("xy"), r.randint(1, 3))], reader])(r))
    r.shuffle(threads)
    return threads, r.random() < 0.2


def in_c(threads, early):
    """The text; plain accesses get the number of their line, by which they are known."""
    lines = HEAD.splitlines()

    def add(body, indent):
        for at, s in enumerate(body):
            pad = "    " * indent
            if s[0] == "plain":
                lines.append(pad + (f"{s[1]} = 1;" if s[2] else f"seen = {s[1]};"))
                body[at] = (*s, len(lines))
            elif s[0] == "load": lines.append(f"{pad}seen = atomic_load(&{s[1]});")
            elif s[0] == "store": lines.append(f"{pad}atomic_store(&{s[1]}, {s[2]});")
            elif s[0] == "section":
                lines.append(f"{pad}pthread_mutex_lock(&m); seen = f; f = {s[1]}; pthread_mutex_unlock(&m);")
            else:
                lines.append(f"{pad}if (seen {s[1]}= {s[2]}) {{")
                add(s[3], indent + 1)
                lines.append(pad + "}")

    for at, body in enumerate(threads):
        lines.append(f"static void *t{at}(void *arg) {{ int seen = 0;")
        add(body, 1)
        lines.append("    (void)seen; return arg; }")
    create = [f"pthread_create(&t[{at}], 0, t{at}, 0);" for at in range(len(threads))]
    join = [f"pthread_join(t[{at}], 0);" for at in range(len(threads))]
    calls = [create[0], join[0], *create[1:], *join[1:]] if early else create + join
    lines.append(f"int main(void) {{ pthread_t t[{len(threads)}];")
    lines.extend("    " + call for call in calls)
    lines.append("    return 0; }")
    return "\n".join(lines) + "\n"


class Races(World):
    """With vector clocks, and the races met so far: pairs of lines."""

    def __init__(self, threads, early):
        super().__init__()
        self.values, self.owner, self.races = {"x": 0, "y": 0, "f": 0, "p": 0, "q": 0}, None, set()
        self.clocks, self.released, self.accesses = {0: {0: 1}}, {}, []
        self.start(0, self.main(threads, early))

    def tick(self):
        clock = self.clocks[self.now]
        clock[self.now] = clock.get(self.now, 0) + 1

    def acquire(self, other):
        clock = self.clocks[self.now]
        for thread, count in other.items():
            clock[thread] = max(clock.get(thread, 0), count)

    def release(self, what):
        self.released[what] = dict(self.clocks[self.now])
        self.tick()

    def access(self, name, writes, line):
        clock = self.clocks[self.now]
        for thread, count, other, other_writes, other_line in self.accesses:
            if thread != self.now and other == name and (writes or other_writes) and clock.get(thread, 0) < count:
                self.races.add(tuple(sorted((line, other_line))))
        self.accesses.append((self.now, clock.get(self.now, 0), name, writes, line))

    def main(self, threads, early):
        count = len(threads)
        calls = [("start", at) for at in range(count)] + [("join", at) for at in range(count)]
        if early:
            calls = [("start", 0), ("join", 0)] + [call for call in calls if call[1] != 0]
        for what, at in calls:
            child = at + 1
            if what == "start":
                yield always
                self.tick()
                self.clocks[child] = {**self.clocks[0], child: 1}
                self.tick()
                self.start(child, self.thread(threads[at]))
            else:
                yield lambda child=child: self.has_ended(child)
                self.acquire(self.clocks[child])

    def thread(self, body):
        seen = [0]
        yield from self.statements(body, seen)

    def statements(self, body, seen):
        for s in body:
            if s[0] == "plain":
                name, writes, line = s[1:]
                self.access(name, writes, line)
                if writes: self.values[name] = 1
                else: seen[0] = self.values[name]
            elif s[0] == "load":
                yield always
                self.acquire(self.released.get(s[1], {}))
                seen[0] = self.values[s[1]]
            elif s[0] == "store":
                yield always
                self.values[s[1]] = s[2]
                self.release(s[1])
            elif s[0] == "section":
                yield lambda: self.owner is None
                self.owner = self.now
                self.acquire(self.released.get("m", {}))
                seen[0], self.values["f"] = self.values["f"], s[1]
                yield always
                self.owner = None
                self.release("m")
            elif (seen[0] == s[2]) == (s[1] == "="):
                yield from self.statements(s[3], seen)


def test(tool, seed, file):
    threads, early = program(seed)
    file.write_text(in_c(threads, early))
    fewest = {"--preemptions": {}, "--rounds": {}}

    def visit(world):
        for race in world.races:
            for name, count in (("--preemptions", world.preemptions), ("--rounds", world.rounds)):
                fewest[name][race] = min(count, fewest[name].get(race, count))
        # A thread goes no further after a race.
        world.over = bool(world.races)

    if not schedules(lambda: Races(threads, early), visit, MOST):
        return None
    wrong = []
    for name, most in BOUNDS:
        within = {race for race, count in fewest[name].items() if count <= most}
        report = check(tool, file, name, str(most), "--model", "sc", "--no-advice", flags=["-w"])
        races = {tuple(sorted((fault["location"]["line"], fault["other"]["location"]["line"]))) for fault in report["faults"]}
        if report["verdict"] == "crash" or bool(races) != bool(within) or not races <= within:
            wrong.append(f"{name} {most}: {report['verdict']} {sorted(races)}, by brute force {sorted(within)} of {fewest[name]}")
    return wrong


if __name__ == "__main__":
    main("bounds", test)
