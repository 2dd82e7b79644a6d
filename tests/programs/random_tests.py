"""What the scripts that try random C programs have in common: running Threadbare, the loop over the seeds, and, for those
that need it, all schedules of a small program by brute force (`schedules`).
"""
import json
import os
import subprocess
import sys
from pathlib import Path


def check(tool, file, *options, flags=()):
    """The JSON report of a run; `verdict` is `crash` if there is none."""
    command = [tool, "check", str(file), "--format", "json", *options, *(["--", *flags] if flags else [])]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    try:
        return {"faults": [], **json.loads(done.stdout)}
    except json.JSONDecodeError:
        return {"verdict": "crash", "message": done.stderr, "faults": []}


def kinds(report):
    """The kinds of the faults."""
    return sorted({fault["kind"] for fault in report["faults"]})


def found_by(tool, file, *options):
    """Verdict, faults by kind and line, and how many executions there are."""
    report = check(tool, file, "--keep-going", "--model", "sc", "--no-advice", "--max-executions", "20000", *options)
    # Which deadlocks are one fault depends on their order.
    place = lambda fault: None if fault["kind"] == "deadlock" else (fault["location"] or {}).get("line")
    faults = {(fault["kind"], place(fault)) for fault in report["faults"]}
    return report["verdict"], faults, report.get("executions", 0) + report.get("blocked", 0)


def differs_in_order(tool, file):
    """What `optimal`, which does not order what commutes, and `graph` say otherwise of a program than `optimal` with everything in order; `None` if that
    does not come to an end."""
    verdict, faults, ordered = found_by(tool, file, "--explorer", "optimal", "--order-locks", "--order-updates")
    if ordered >= 20000:
        return None
    wrong = []
    is_racy = any(kind == "data-race" for kind, _ in faults)
    for options in [["--explorer", "optimal"], ["--explorer", "graph", "--no-symmetry"]]:
        other, there, executions = found_by(tool, file, *options)
        if other != verdict or (there != faults if not is_racy else not any(kind == "data-race" for kind, _ in there)):
            wrong.append(f"{' '.join(options)}: {other} {sorted(there ^ faults, key=str)}, in order: {verdict}")
        # What `graph` cuts short at a wait may be more than one.
        if executions > ordered and not is_racy and "optimal" in options:
            wrong.append(f"{' '.join(options)}: {executions} executions, in order {ordered}")
    return wrong


def effort():
    """How many times as many programs as usual are tried: as for all random tests (crates/effort)."""
    return int(os.environ.get("THREADBARE_EFFORT", 1))


def seed_from(usual):
    """Where a series of random programs begins."""
    return int(os.environ.get("THREADBARE_SEED", usual))


def main(name, test):
    """`TOOL [FOLDER]`: tries 100 seeds from 0 on; THREADBARE_EFFORT says how many times as many, THREADBARE_SEED where to begin.
    `test(tool, seed, file)` writes the program and gives what is wrong with it, as a list of texts, or `None` if it was not tried. What is wrong is left in the folder."""
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(f"usage: [THREADBARE_SEED=N] [THREADBARE_EFFORT=N] {sys.argv[0]} THREADBARE [SCRATCH FOLDER]")
    tool, folder = sys.argv[1], Path(sys.argv[2] if len(sys.argv) > 2 else "/tmp")
    first = seed_from(0)
    last = first + 100 * effort()
    tried = wrong = 0
    for seed in range(first, last):
        file = folder / f"{name}_{seed}.c"
        said = test(tool, seed, file)
        tried += said is not None
        if said:
            wrong += 1
            print(*(f"{file}: {text}" for text in said), sep="\n", flush=True)
        else:
            file.unlink(missing_ok=True)
    print(f"{tried} programs, {wrong} wrong")
    sys.exit(wrong > 0)


class World:
    """A program in execution. Threads are generators, of which thread 0 is `main`: each yields, before it does something that others may see, what
    says whether it can do that; the operation itself and what follows up to the next one happen when it is resumed."""

    def __init__(self):
        self.threads, self.guards, self.over = {}, {}, False
        self.now = self.last = None
        self.preemptions = self.rounds = self.switches = 0

    def start(self, number, thread):
        before, self.now = self.now, number
        self.threads[number] = thread
        self.resume(number)
        self.now = before

    def resume(self, number):
        try:
            self.guards[number] = next(self.threads[number])
        except StopIteration:
            self.guards[number] = None

    def has_ended(self, number):
        return number in self.threads and self.guards[number] is None

    def is_enabled(self, number):
        guard = self.guards.get(number)
        return guard is not None and guard()

    def enabled(self):
        return [] if self.over else [number for number in sorted(self.threads) if self.is_enabled(number)]

    def step(self, number):
        if self.last not in (None, number):
            self.preemptions += self.is_enabled(self.last)
            self.rounds += number < self.last
            self.switches += 1
        self.now = self.last = number
        self.resume(number)


def schedules(begin, visit, most):
    """Performs every schedule of a program that `begin()` starts anew, and shows each world after each step to `visit(world)`; false if
    there are more than `most` of them."""
    left, count = [[]], 0
    while left:
        schedule = left.pop()
        world = begin()
        for number in schedule:
            world.step(number)
        visit(world)
        count += 1
        if count > most:
            return False
        left += [schedule + [number] for number in world.enabled()]
    return True


def always():
    """For operations that never wait."""
    return True
