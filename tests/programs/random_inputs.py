#!/usr/bin/env python3
"""Runs the tests that `--symbolic --tests` makes of random C programs natively: the output and the exit status must be the same.

    random_inputs.py THREADBARE [SCRATCH FOLDER]

The programs take input of several types and arrays (`klee_make_symbolic`), compute with it without undefined behaviour (unsigned
numbers), branch, loop, print, and end with a status. In every third one a thread takes input as well; it is joined before main goes on,
so that nothing depends on the schedule. Each branch prints which way it goes. Needs clang-22."""

import json
import os
import random
import shutil
import subprocess

import random_tests

TYPES = {"_Bool": "bool", "char": "char", "unsigned char": "uchar", "short": "short", "unsigned short": "ushort", "int": "int",
         "unsigned": "uint", "long": "long", "unsigned long": "ulong"}
HEADER = """#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
void klee_make_symbolic(void *, unsigned long, const char *);
int klee_range(int, int, const char *);
long __VERIFIER_nondet_range(long, long);
""" + "".join(f"{of} __VERIFIER_nondet_{name}(void);\n" for of, name in TYPES.items()) + "void __VERIFIER_assume(int);\n"


class Program:
    def __init__(self, rng):
        self.rng, self.names, self.count, self.branches, self.lines = rng, [], 0, 0, []

    def input(self):
        kind, name = self.rng.random(), f"v{self.count}"
        self.count += 1
        if kind < 0.7:
            of = self.rng.choice(list(TYPES))
            self.lines.append(f"{of} {name} = __VERIFIER_nondet_{TYPES[of]}();")
        elif kind < 0.8:
            self.lines.append(f'int {name} = klee_range({self.rng.randint(-3, 0)}, {self.rng.randint(1, 3)}, "{name}");')
        elif kind < 0.87:
            self.lines.append(f"long {name} = __VERIFIER_nondet_range({self.rng.randint(-2, 0)}, {self.rng.randint(0, 2)});")
        else:
            of, n = self.rng.choice(["unsigned char", "unsigned short", "unsigned"]), self.rng.randint(1, 3)
            self.lines.append(f'{of} {name}a[{n}]; klee_make_symbolic({name}a, sizeof {name}a, "{name}");')
            self.lines.append(f"unsigned {name} = {name}a[{self.rng.randrange(n)}];")
        self.names.append(name)

    def term(self, depth=2):
        rng = self.rng
        if depth == 0 or rng.random() < 0.3:
            return f"(unsigned){rng.choice(self.names)}" if rng.random() < 0.7 else f"{rng.choice([0, 1, 2, 7, 100, 255, 65535])}u"
        return f"({self.term(depth - 1)} {rng.choice(['+', '-', '*', '&', '|', '^'])} {self.term(depth - 1)})"

    def statement(self, depth):
        rng, kind = self.rng, self.rng.random()
        if kind < 0.25 and self.count < 5:
            self.input()
        elif kind < 0.6 and self.branches < 5:
            self.branches += 1
            mark = chr(ord("a") + self.branches)
            self.lines.append(f"if ({self.term()} {rng.choice(['<', '==', '>=', '!='])} {self.term(1)}) {{ putchar('{mark}');")
            known = list(self.names)
            if depth:
                self.statement(depth - 1)
            self.names = known
            self.lines.append(f"}} else putchar('{mark.upper()}');")
        elif kind < 0.75:
            self.lines.append(f"sum += {self.term()};")
        elif kind < 0.85:
            self.lines.append(f"__VERIFIER_assume({self.term(1)} != {rng.randint(0, 9)});")
        else:
            self.lines.append(f"if ({self.term(1)} == {rng.randint(0, 300)}u) exit({rng.randint(0, 200)});" if rng.random() < 0.5
                              else f'fputs("{rng.choice(["x", "%%", "tab?"])}", {rng.choice(["stdout", "stderr"])});')

    def body(self, statements):
        self.names = []
        self.input()
        for _ in range(statements):
            self.statement(1)
        lines, self.lines = self.lines, []
        return "\n    ".join(lines)


def text(seed):
    rng = random.Random(seed)
    program = Program(rng)
    work = program.body(2) if seed % 3 == 2 else ""
    main = program.body(rng.randint(3, 7))
    thread = f"static void *work(void *arg) {{\n    unsigned sum = 0;\n    {work}\n    (void)sum;\n    return arg;\n}}\n" if work else ""
    start = "pthread_t t;\n    pthread_create(&t, 0, work, 0);\n    pthread_join(t, 0);\n    " if work else ""
    end = f"printf(\" %u\\n\", {program.term(0)});" if rng.random() < 0.2 else ""
    return f"{HEADER}\n{thread}int main(void) {{\n    unsigned sum = 0;\n    {start}{main}\n    {end}\n    return sum & 1 ? 3 : 0;\n}}\n"


def native(folder, test):
    with open(folder / f"{test['name']}.c") as file:
        command = next(line for line in file if line.startswith("     cc ")).strip().replace("cc ", "clang-22 -w ", 1)
    # The lines of stdout and stderr in their order: one pipe for both.
    return subprocess.run(["timeout", "60", "sh", "-c", f"{command} 2>&1"], cwd=folder, capture_output=True)


def test(tool, seed, file):
    file.write_text(text(seed))
    folder = file.with_suffix(".tests")
    shutil.rmtree(folder, ignore_errors=True)
    options = ["--symbolic", "--keep-going", "--exit-status", "ignore", "--timeout", "20s", "--max-executions", "40"]
    report = random_tests.check(tool, file, *options, "--tests", str(folder))
    if report["verdict"] in ("crash", "error"):
        return [f"{report['verdict']}: {report['message']}"]
    wrong = [f"a fault: {fault['message']}" for fault in report["faults"]]
    for path in sorted(folder.glob("*.json")):
        with open(path) as found:
            made = json.load(found)
        run = native(folder, made)
        output, wanted = run.stdout, made["output"].encode("latin-1")
        if (run.returncode, output) != (made["exit_status"] & 0xFF, wanted):
            wrong.append(f"{made['name']}: status {run.returncode}, output {output}; expected {made['exit_status']}, {wanted}")
    if not wrong:
        shutil.rmtree(folder)
    return wrong


if __name__ == "__main__":
    os.environ.setdefault("LC_ALL", "C")
    random_tests.main("random_inputs", test)
