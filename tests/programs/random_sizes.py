#!/usr/bin/env python3
"""Memory that is accessed in several sizes: random C programs against all schedules.

    python3 random_sizes.py THREADBARE [SCRATCH FOLDER]

For each seed of a series (random_tests.py): threads load, store, add to, exchange and compare-and-swap whole words, halves and bytes of a union, each with `seq_cst`,
and go by what they have read. By brute force it is known what they can come to: what each has read, and what the union holds in the end. The program asserts that it
is one of these, which must be safe, and that it is one of all but one of these, which must fail; for `graph`, and in turn for the other explorers. In every third
program loads and stores are plain, under `--races explore`. In every other third there are plain accesses beside atomic ones, and no races: each part is accessed
atomically by all, or by one thread only, or under a lock, these two also plainly, by bytes, and by `memset` and `memcpy`; and main accesses all in all sizes before it
starts the threads and after it has joined them. A program that disagrees is left in the folder.
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


PLAINLY = ["=load", "=store", "=give", "=set", "=copy", "=take"]
ATOMICALLY = ["load", "store", "give", "add", "exchange", "swap"]


def beside(r):
    """The same, with plain accesses that do not race (see above), and before and after the threads those of main."""
    whole, count = r.choice([4, 4, 8]), r.choice([2, 2, 3])
    unit = whole // r.choice([2, 2, 4])
    roles = ["all", r.randrange(count)] + [r.choice(["all", "locked", *range(count)]) for _ in range(whole // unit - 2)]
    if r.randrange(3) == 0:
        roles[1] = "locked"
    r.shuffle(roles)

    def access(part, kinds):
        size = r.choice([unit, unit, 1]) if roles[part] != "all" else unit
        return r.choice(kinds), size, part * unit // size + r.randrange(unit // size), r.choice([1, 2, 0x80, 0x101, 0xFFFF])

    def operation(thread):
        part = r.choice([part for part, role in enumerate(roles) if role in ("all", "locked", thread)])
        if roles[part] == "all":
            return access(part, ATOMICALLY)
        if roles[part] == "locked":
            return "locked", [access(part, PLAINLY + ATOMICALLY) for _ in range(r.randint(1, 2))]
        return access(part, PLAINLY + ATOMICALLY)

    def of_main():
        size = r.choice([whole, unit, unit, 1])
        return r.choice(PLAINLY + ATOMICALLY), size, r.randrange(whole // size), r.choice([1, 2, 0x80, 0x101, 0xFFFF])
    threads = [[operation(thread) for _ in range(r.randint(1, 4))] for thread in range(count)]
    return whole, threads, [of_main() for _ in range(r.randint(0, 2))], [of_main() for _ in range(r.randint(0, 3))]


STATEMENTS = {
    "load": "r = r * 31 + __atomic_load_n({0}, __ATOMIC_SEQ_CST);",
    "store": "__atomic_store_n({0}, {1}, __ATOMIC_SEQ_CST);",
    "give": "__atomic_store_n({0}, r + 1, __ATOMIC_SEQ_CST);",
    "add": "r = r * 31 + __atomic_fetch_add({0}, {1}, __ATOMIC_SEQ_CST);",
    "exchange": "r = r * 31 + __atomic_exchange_n({0}, {1}, __ATOMIC_SEQ_CST);",
    "swap": "expected = 0; r = r * 31 + __atomic_compare_exchange_n({0}, (uint{2}_t *)&expected, {1}, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);",
    "if": "if (__atomic_load_n({0}, __ATOMIC_SEQ_CST) & 1) __atomic_store_n({0}, {1}, __ATOMIC_SEQ_CST);",
    "=load": "r = r * 31 + *(volatile uint{2}_t *){0};",
    "=store": "*(volatile uint{2}_t *){0} = {1};",
    "=give": "*(volatile uint{2}_t *){0} = r + 1;",
    "=set": "memset({0}, {1}, {2} / 8);",
    "=copy": "{{ uint{2}_t v = {1}; memcpy({0}, &v, {2} / 8); }}",
    "=take": "{{ uint{2}_t v; memcpy(&v, {0}, {2} / 8); r = r * 31 + v; }}",
}


PLAIN = {
    "load": "r = r * 31 + *(volatile uint{2}_t *){0};",
    "store": "*(volatile uint{2}_t *){0} = {1};",
    "give": "*(volatile uint{2}_t *){0} = r + 1;",
    "if": "if (*(volatile uint{2}_t *){0} & 1) *(volatile uint{2}_t *){0} = {1};",
}


def statement(operation, statements):
    if operation[0] == "locked":
        return " ".join(["pthread_mutex_lock(&mutex);", *(statement(one, statements) for one in operation[1]), "pthread_mutex_unlock(&mutex);"])
    kind, size, at, n = operation
    return statements[kind].format(f"&u.of{size}[{at}]", n & (1 << 8 * size) - 1, 8 * size)


def text(whole, threads, ends, statements, before, after):
    lines = ["#include <assert.h>", "#include <pthread.h>", "#include <stdint.h>", "#include <string.h>",
             "static union { uint64_t of8[1]; uint32_t of4[2]; uint16_t of2[4]; uint8_t of1[8]; } u;", "static uint64_t read[4];",
             "static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;"]
    for number, operations in enumerate(threads):
        lines += [f"static void *t{number}(void *unused)", "{", "    uint64_t r = 0, expected = 0;"]
        lines += ["    " + statement(operation, statements) for operation in operations]
        lines += [f"    read[{number}] = r + 0 * expected;", "    return unused;", "}"]
    lines += ["int main(void)", "{", "    pthread_t t[3];", "    uint64_t r = 0, expected = 0;"]
    lines += ["    " + statement(operation, statements) for operation in before]
    lines += [f"    pthread_create(&t[{n}], 0, t{n}, 0);" for n in range(len(threads))]
    lines += [f"    pthread_join(t[{n}], 0);" for n in range(len(threads))]
    lines += ["    " + statement(operation, statements) for operation in after]
    lines += [f"    read[{len(threads)}] = r + 0 * expected;"]
    are = lambda end: " && ".join([f"end == {end[-1]}u"] + [f"read[{n}] == {value}u" for n, value in enumerate(end[:-1])])
    lines += [f"    uint64_t end = __atomic_load_n(&u.of{whole}[0], __ATOMIC_SEQ_CST);"]
    return "\n".join(lines + [f"    assert({' || '.join(f'({are(end)})' for end in ends) or 0});", "    return 0;", "}", ""])


class Bytes(World):
    def __init__(self, whole, threads, before, after):
        super().__init__()
        self.whole, self.bytes, self.read = whole, bytearray(8), [0] * (len(threads) + 1)
        self.after, self.of_main = after, 0
        for operation in before:
            self.of_main = self.perform(self.of_main, operation)
        for number, operations in enumerate(threads):
            self.start(number, self.run(number, operations))

    def get(self, size, at):
        return int.from_bytes(self.bytes[at * size:(at + 1) * size], "little")

    def put(self, size, at, value):
        self.bytes[at * size:(at + 1) * size] = (value & (1 << 8 * size) - 1).to_bytes(size, "little")

    def run(self, number, operations):
        r = 0
        for operation in operations:
            if operation[0] == "locked":
                # Nobody else accesses that part meanwhile.
                yield always
                for one in operation[1]:
                    r = self.perform(r, one)
            elif operation[0] == "if":
                _, size, at, n = operation
                yield always
                if self.get(size, at) & 1:
                    yield always
                    self.put(size, at, n)
            else:
                # What is accessed plainly nobody else accesses.
                if not operation[0].startswith("="):
                    yield always
                r = self.perform(r, operation)
        self.read[number] = r

    def perform(self, r, operation):
        kind, size, at, n = operation
        n &= (1 << 8 * size) - 1
        told = old = self.get(size, at)
        kind = kind.removeprefix("=")
        if kind in ("store", "exchange", "copy"):
            self.put(size, at, n)
        elif kind == "give":
            self.put(size, at, r + 1)
        elif kind == "set":
            self.put(size, at, int.from_bytes(bytes([n & 255] * size), "little"))
        elif kind == "add":
            self.put(size, at, old + n)
        elif kind == "swap":
            told = int(old == 0)
            if told:
                self.put(size, at, n)
        return (r * 31 + told) % 2 ** 64 if kind in ("load", "add", "exchange", "swap", "take") else r

    def end(self):
        """When all threads have ended."""
        r = self.of_main
        for operation in self.after:
            r = self.perform(r, operation)
        self.read[-1] = r
        return *self.read, self.get(self.whole, 0)


def refuses(explorer, seed):
    """Whether the explorer may refuse a plain store beside others."""
    return explorer == "rvf" and seed % 6 == 4


def test(tool, seed, file):
    r = random.Random(seed)
    whole, threads, before, after = beside(r) if seed % 3 == 1 else (*program(r), [], [])
    ends = set()

    def visit(world):
        if not world.enabled():
            ends.add(world.end())
    if not schedules(lambda: Bytes(whole, threads, before, after), visit, MOST) or len(ends) > 100:
        return None
    ends = sorted(ends)
    left_out = r.choice(ends)
    plain = seed % 3 == 0
    explore = plain or seed % 6 == 1
    statements = {**STATEMENTS, **PLAIN} if plain else STATEMENTS
    races = ["--races", "explore"] if explore else []
    wrong = []
    for expected, allowed in [("safe", ends), ("fault", [end for end in ends if end != left_out])]:
        file.write_text(text(whole, threads, allowed, statements, before, after))
        for explorer in ["graph", *r.sample(EXPLORE if explore else OTHERS, 2)]:
            report = check(tool, file, "--model", "sc", "--explorer", explorer, "--no-advice", *races)
            if refuses(explorer, seed) and report["verdict"] == "incomplete":
                continue
            if report["verdict"] != expected:
                wrong.append(f"{explorer}: {report['verdict']} {report.get('message', '')}, by brute force {expected}")
        if wrong:
            break
    return wrong


if __name__ == "__main__":
    main("random_sizes", test)
