#!/usr/bin/env python3
"""Memory that is accessed in several sizes: random C programs against all schedules.

    python3 random_sizes.py THREADBARE [SCRATCH FOLDER]

For each seed of a series (random_tests.py): threads load, store, add to, exchange and compare-and-swap whole words, halves and bytes of a union, each with `seq_cst`,
and go by what they have read. By brute force it is known what they can come to: what each has read, and what the union holds in the end. The program asserts that it
is one of these, which must be safe, and that it is one of all but one of these, which must fail; for `graph`, and in turn for the other explorers. In every third
program loads and stores are plain, under `--races explore`. A program that disagrees is left in the folder.
"""
import random

from random_tests import World, always, check, main, schedules

OTHERS = ["naive", "source", "optimal", "unfolding", "prefix", "states", "observers", "rf", "rvf", "vc", "dc"]
# Those that take plain accesses for events.
EXPLORE = ["naive", "source", "optimal", "prefix", "states"]
MOST = 20000


def program(r):
    """The size of the union, and for each thread its operations: what is done, the size and the place of the part, and a number."""
    whole = r.choice([4, 4, 8])
    sizes = r.choice([[whole, whole // 2], [whole, whole // 2], [whole, 1], [whole // 2, 1], [whole, whole // 2, 1]])

    def operation():
        size = r.choice(sizes)
        kind = r.choice(["load", "load", "store", "store", "give", "add", "exchange", "swap", "if"])
        # Few bytes, so that they meet.
        return kind, size, r.randrange(min(2, whole // size)), r.choice([1, 2, 0x80, 0x101, 0xFFFF])
    return whole, [[operation() for _ in range(r.randint(1, 3))] for _ in range(r.choice([2, 2, 3]))]


STATEMENTS = {
    "load": "r = r * 31 + __atomic_load_n({0}, __ATOMIC_SEQ_CST);",
    "store": "__atomic_store_n({0}, {1}, __ATOMIC_SEQ_CST);",
    "give": "__atomic_store_n({0}, r + 1, __ATOMIC_SEQ_CST);",
    "add": "r = r * 31 + __atomic_fetch_add({0}, {1}, __ATOMIC_SEQ_CST);",
    "exchange": "r = r * 31 + __atomic_exchange_n({0}, {1}, __ATOMIC_SEQ_CST);",
    "swap": "expected = 0; r = r * 31 + __atomic_compare_exchange_n({0}, (uint{2}_t *)&expected, {1}, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);",
    "if": "if (__atomic_load_n({0}, __ATOMIC_SEQ_CST) & 1) __atomic_store_n({0}, {1}, __ATOMIC_SEQ_CST);",
}


PLAIN = {
    "load": "r = r * 31 + *(volatile uint{2}_t *){0};",
    "store": "*(volatile uint{2}_t *){0} = {1};",
    "give": "*(volatile uint{2}_t *){0} = r + 1;",
    "if": "if (*(volatile uint{2}_t *){0} & 1) *(volatile uint{2}_t *){0} = {1};",
}


def text(whole, threads, ends, statements):
    lines = ["#include <assert.h>", "#include <pthread.h>", "#include <stdint.h>",
             "static union { uint64_t of8[1]; uint32_t of4[2]; uint16_t of2[4]; uint8_t of1[8]; } u;", "static uint64_t read[3];"]
    for number, operations in enumerate(threads):
        lines += [f"static void *t{number}(void *unused)", "{", "    uint64_t r = 0, expected = 0;"]
        lines += ["    " + statements[kind].format(f"&u.of{size}[{at}]", n & (1 << 8 * size) - 1, 8 * size) for kind, size, at, n in operations]
        lines += [f"    read[{number}] = r + 0 * expected;", "    return unused;", "}"]
    lines += ["int main(void)", "{", "    pthread_t t[3];"]
    lines += [f"    pthread_create(&t[{n}], 0, t{n}, 0);" for n in range(len(threads))]
    lines += [f"    pthread_join(t[{n}], 0);" for n in range(len(threads))]
    are = lambda end: " && ".join([f"end == {end[-1]}u"] + [f"read[{n}] == {value}u" for n, value in enumerate(end[:-1])])
    lines += [f"    uint64_t end = __atomic_load_n(&u.of{whole}[0], __ATOMIC_SEQ_CST);"]
    return "\n".join(lines + [f"    assert({' || '.join(f'({are(end)})' for end in ends) or 0});", "    return 0;", "}", ""])


class Bytes(World):
    def __init__(self, whole, threads):
        super().__init__()
        self.whole, self.bytes, self.read = whole, bytearray(8), [0] * len(threads)
        for number, operations in enumerate(threads):
            self.start(number, self.run(number, operations))

    def get(self, size, at):
        return int.from_bytes(self.bytes[at * size:(at + 1) * size], "little")

    def put(self, size, at, value):
        self.bytes[at * size:(at + 1) * size] = (value & (1 << 8 * size) - 1).to_bytes(size, "little")

    def run(self, number, operations):
        r = 0
        for kind, size, at, n in operations:
            n &= (1 << 8 * size) - 1
            yield always
            old = self.get(size, at)
            told = old
            if kind in ("store", "exchange"):
                self.put(size, at, n)
            elif kind == "give":
                self.put(size, at, r + 1)
            elif kind == "add":
                self.put(size, at, old + n)
            elif kind == "swap":
                told = int(old == 0)
                if told:
                    self.put(size, at, n)
            elif kind == "if" and old & 1:
                yield always
                self.put(size, at, n)
            if kind in ("load", "add", "exchange", "swap"):
                r = (r * 31 + told) % 2 ** 64
        self.read[number] = r

    def end(self):
        return *self.read, self.get(self.whole, 0)


def test(tool, seed, file):
    r = random.Random(seed)
    whole, threads = program(r)
    ends = set()

    def visit(world):
        if not world.enabled():
            ends.add(world.end())
    if not schedules(lambda: Bytes(whole, threads), visit, MOST) or len(ends) > 100:
        return None
    ends = sorted(ends)
    left_out = r.choice(ends)
    plain = seed % 3 == 0
    statements = {**STATEMENTS, **PLAIN} if plain else STATEMENTS
    races = ["--races", "explore"] if plain else []
    wrong = []
    for expected, allowed in [("safe", ends), ("fault", [end for end in ends if end != left_out])]:
        file.write_text(text(whole, threads, allowed, statements))
        for explorer in ["graph", *r.sample(EXPLORE if plain else OTHERS, 2)]:
            report = check(tool, file, "--model", "sc", "--explorer", explorer, "--no-advice", *races)
            if report["verdict"] != expected:
                wrong.append(f"{explorer}: {report['verdict']} {report.get('message', '')}, by brute force {expected}")
        if wrong:
            break
    return wrong


if __name__ == "__main__":
    main("random_sizes", test)
