#!/usr/bin/env python3
"""Faults within bounds, on random C programs: one is reported exactly if an execution within the bound shows it.

    python3 random_bounds.py THREADBARE [SCRATCH FOLDER]

For each seed of a series (random_tests.py): two or three threads of atomic accesses, critical sections, plain accesses and assertions, of which some depend on what was read. All
schedules are performed by brute force, with what happens before what, up to their first fault; each fault is noted with the fewest preemptions, rounds and context switches of a
schedule up to it. For each small bound, what is reported must be within it, and something must be reported if there is anything within it. With --keep-going
all that is within must be reported (but for rounds, where one is enough, and what is not found without a bound either, since a thread goes no further after a race), and what is not within only if it never comes first.
Rounds may lose faults that no execution has which stays within the bound to its end: these are counted, but are not wrong.
"""
import random

from random_tests import World, always, check, main, schedules

MOST = 60000
HEAD = """#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
static atomic_int x, y;
static int f, p, q;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
"""
BOUNDS = [("--preemptions", 0), ("--preemptions", 1), ("--preemptions", 2), ("--rounds", 0), ("--rounds", 1), ("--context-switches", 2), ("--context-switches", 3)]
LOST = {}
UNFOLDING = ["--explorer", "unfolding", "--races", "report"]


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
        if r.random() < 0.3:
            body.insert(r.randint(1, len(body)), ("assert", r.randrange(4)))
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
            elif s[0] == "assert":
                lines.append(f"{pad}assert(seen != {s[1]});")
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


class Faulty(World):
    """With vector clocks, and the faults met so far: the lines of failed assertions, and of both accesses of races."""

    def __init__(self, threads, early):
        super().__init__()
        self.values, self.owner, self.faults = {"x": 0, "y": 0, "f": 0, "p": 0, "q": 0}, None, set()
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
                self.faults.add(tuple(sorted((line, other_line))))
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
            elif s[0] == "assert":
                if seen[0] == s[1]:
                    self.faults.add((s[2],))
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


def lines(fault):
    parties = [party for party in (fault["location"], (fault["other"] or {}).get("location")) if party]
    return tuple(sorted(party["line"] for party in parties))


def test(tool, seed, file):
    threads, early = program(seed)
    file.write_text(in_c(threads, early))
    fewest = {"--preemptions": {}, "--rounds": {}, "--context-switches": {}}

    def visit(world):
        for fault in world.faults:
            for name, count in zip(fewest, (world.preemptions, world.rounds, world.switches)):
                fewest[name][fault] = min(count, fewest[name].get(fault, count))
        world.over = bool(world.faults)

    if not schedules(lambda: Faulty(threads, early), visit, MOST):
        return None
    def found_with(*options):
        report = check(tool, file, *options, "--model", "sc", "--no-advice", flags=["-w"])
        return report["verdict"], {lines(fault) for fault in report["faults"]}

    wrong = []
    for explorer in [[], UNFOLDING]:
        known = found_with(*explorer, "--keep-going")[1]
        for name, most in BOUNDS:
            if explorer and name != "--context-switches":
                continue
            within = {fault for fault, count in fewest[name].items() if count <= most}
            beyond = set(fewest[name]) - within
            for more in [[], ["--keep-going"]]:
                verdict, found = found_with(name, str(most), *explorer, *more)
                missing = (within & known) - found if more else within and not found
                if missing and verdict == "incomplete" and not explorer and name != "--preemptions":
                    LOST[name] = LOST.get(name, 0) + 1
                    missing = False
                if missing or verdict == "crash" or found & beyond or found - within and not more:
                    said = f"{name} {most} {' '.join(explorer + more)}: {verdict} {sorted(found)}"
                    wrong.append(f"{said}, by brute force {sorted(within)} of {fewest[name]}")
    return wrong


if __name__ == "__main__":
    try:
        main("bounds", test)
    finally:
        print(f"within a bound, but in no execution that stays there to its end: {LOST}")
