#!/usr/bin/env python3
"""How programs end, on random C programs: exit statuses, and what cleanup handlers do.

    python3 random_exits.py THREADBARE [SCRATCH FOLDER]

For each seed of a series (random_tests.py): main and one or two threads work on atomic variables; threads end by `pthread_exit` within `pthread_cleanup_push`, whose
handlers then run, and now and then end the program by `exit` or `_exit`; `atexit` handlers work on the variables as well; main returns what it sees in the end. Some
cleanup handlers jump (`longjmp`), within themselves or out: out of one that `pthread_exit` runs that is a misuse, out of one that
`pthread_cleanup_pop` runs it leads back to the beginning of the thread. All schedules are performed by brute force: the places where the program ends
with another status than 0, whether it ends twice, and whether a handler is left that `pthread_exit` runs, must be those that are reported, with and
without -fexceptions.
"""
import random

from random_tests import World, always, check, kinds, main, schedules

MOST = 40000
HEAD = """#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
static atomic_int x, y;
static void add(void *n) { atomic_fetch_add(&y, (int)(long)n); }
static _Thread_local jmp_buf mark;
static void inner(void *n) { jmp_buf here; if (setjmp(here) == 0) longjmp(here, 1); atomic_fetch_add(&y, (int)(long)n); }
static void out(void *n) {
    if (atomic_fetch_add(&y, (int)(long)n) == 1)
        longjmp(mark, 1);
}
static void at_end(void) { atomic_fetch_add(&x, 1); }
"""
JUMP = HEAD.splitlines().index("        longjmp(mark, 1);") + 1


def statement(r, depth=0):
    var, n = r.choice("xy"), r.randint(1, 3)
    kinds = [("add", var, n)] * 3 + [("store", var, n), ("load", var)] + [("leave",)] * (1 + 2 * depth)
    if r.random() < 0.2:
        return (r.choice(["exit", "_exit"]), r.randint(0, 2))
    if depth < 2 and r.random() < 0.3:
        # A jump over handlers that are still there would be undefined.
        handler = r.choice(["add", "inner", "out", "out"] if depth == 0 else ["add", "inner"])
        return ("push", n, [statement(r, depth + 1) for _ in range(r.randint(1, 2))], r.random() < 0.5, handler)
    if depth < 2 and r.random() < 0.25:
        return ("if", n - 1, [statement(r, depth + 1)])
    return r.choice(kinds)


def program(seed):
    r = random.Random(seed)
    threads = [[statement(r) for _ in range(r.randint(1, 3))] for _ in range(r.choice([1, 1, 2]))]
    own = [statement(r, 2) for _ in range(r.randint(0, 1))]
    return threads, [s for s in own if s[0] != "leave"], r.random() < 0.3, r.random() < 0.5


def in_c(threads, own, handler, joins):
    """The text; what ends the program gets the number of its line."""
    lines = HEAD.splitlines()

    def add(body, indent):
        for at, s in enumerate(body):
            pad = "    " * indent
            if s[0] == "add": lines.append(f"{pad}seen = atomic_fetch_add(&{s[1]}, {s[2]});")
            elif s[0] == "store": lines.append(f"{pad}atomic_store(&{s[1]}, {s[2]});")
            elif s[0] == "load": lines.append(f"{pad}seen = atomic_load(&{s[1]});")
            elif s[0] == "leave": lines.append(f"{pad}pthread_exit(0);")
            elif s[0] in ("exit", "_exit"):
                lines.append(f"{pad}{s[0]}({s[1]});")
                body[at] = (*s, len(lines))
            else:
                lines.append(f"{pad}pthread_cleanup_push({s[4]}, (void *){s[1]}L);" if s[0] == "push" else f"{pad}if (seen == {s[1]}) {{")
                add(s[2], indent + 1)
                lines.append(f"{pad}pthread_cleanup_pop({int(s[3])});" if s[0] == "push" else pad + "}")

    for at, body in enumerate(threads):
        lines.append(f"static void *t{at}(void *arg) {{ volatile int seen = 0;")
        lines.append("    if (setjmp(mark)) { atomic_fetch_add(&x, 2); return arg; }")
        add(body, 1)
        lines.append("    (void)seen; return arg; }")
    lines.append(f"int main(void) {{ pthread_t t[{len(threads)}]; volatile int seen = 0;")
    if handler:
        lines.append("    atexit(at_end);")
    lines.extend(f"    pthread_create(&t[{at}], 0, t{at}, 0);" for at in range(len(threads)))
    add(own, 1)
    if joins:
        lines.extend(f"    pthread_join(t[{at}], 0);" for at in range(len(threads)))
    lines.append("    switch (atomic_load(&y) % 4) {")
    ends = []
    for status in range(1, 4):
        lines.append(f"    case {status}: return {status};")
        ends.append(len(lines))
    lines.append("    }")
    lines.append("    (void)seen; return 0; }")
    return "\n".join(lines) + "\n", ends


class Leaves(Exception):
    """The thread ends."""


class Jumps(Exception):
    """The thread goes on where it began."""


class Exits(World):
    """`ends`: the lines where the program has ended with a status that is not 0; or "twice"; or "jump"."""

    def __init__(self, parts, returns):
        super().__init__()
        self.values, self.begun, self.ends = {"x": 0, "y": 0}, False, set()
        self.start(0, self.main(parts, returns))

    def main(self, parts, returns):
        threads, own, self.handler, joins = parts
        for at, body in enumerate(threads):
            yield always
            self.start(at + 1, self.thread(body))
        yield from self.statements(own, [0])
        if joins:
            for at in range(len(threads)):
                yield lambda child=at + 1: self.has_ended(child)
        yield always
        status = self.values["y"] % 4
        yield from self.leave(status, returns[status - 1])

    def leave(self, status, line):
        """`exit`: handlers run, and meanwhile nobody else may end the program."""
        yield always
        if self.begun:
            self.ends.add("twice")
            self.over = True
            return
        self.begun = True
        if self.handler:
            yield always
            self.values["x"] += 1
        yield always
        self.stop(status, line)

    def stop(self, status, line):
        self.over = True
        if status:
            self.ends.add(line)

    def thread(self, body):
        try:
            yield from self.statements(body, [0])
        except Leaves:
            pass
        except Jumps:
            yield always
            self.values["x"] += 2

    def statements(self, body, seen):
        for s in body:
            if s[0] == "add":
                yield always
                seen[0] = self.values[s[1]]
                self.values[s[1]] += s[2]
            elif s[0] == "store":
                yield always
                self.values[s[1]] = s[2]
            elif s[0] == "load":
                yield always
                seen[0] = self.values[s[1]]
            elif s[0] == "leave":
                raise Leaves
            elif s[0] == "exit":
                yield from self.leave(s[1], s[2])
                yield lambda: False
            elif s[0] == "_exit":
                yield always
                self.stop(s[1], s[2])
                yield lambda: False
            elif s[0] == "if":
                if seen[0] == s[1]:
                    yield from self.statements(s[2], seen)
            else:
                left = False
                try:
                    yield from self.statements(s[2], seen)
                except Leaves:
                    left = True
                if left or s[3]:
                    yield always
                    self.values["y"] += s[1]
                    if s[4] == "out" and self.values["y"] - s[1] == 1:
                        if not left:
                            raise Jumps
                        self.ends.add("jump")
                        yield lambda: False
                if left:
                    raise Leaves


def of(fault):
    """What a fault is called here."""
    line = fault["location"]["line"]
    misuse = "jump" if line == JUMP else "twice"
    return misuse if fault["kind"] == "sync-misuse" else line


def test(tool, seed, file):
    parts = program(seed)
    text, returns = in_c(*parts)
    file.write_text(text)
    ends = set()
    if not schedules(lambda: Exits(parts, returns), lambda world: ends.update(world.ends), MOST):
        return None
    wrong = []
    for flags in (["-w"], ["-w", "-fexceptions"]):
        for explorer in ("graph", "optimal", "naive"):
            report = check(tool, file, "--keep-going", "--model", "sc", "--explorer", explorer, "--no-advice", flags=flags)
            told = {of(fault) for fault in report["faults"]}
            others = set(kinds(report)) - {"exit-status", "sync-misuse"}
            if report["verdict"] in ("crash", "incomplete", "error") or others or told != ends:
                said = report.get("message", "")
                wrong.append(f"{' '.join(flags)} {explorer}: {report['verdict']} {said} {others or ''} at {sorted(told, key=str)}, by brute force {sorted(ends, key=str)}")
    return wrong


if __name__ == "__main__":
    main("exits", test)
