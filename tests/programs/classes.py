#!/usr/bin/env python3
"""Counts the inequivalent executions of tiny concurrent programs by brute force.

The numbers in `executions=` come from here, from formulas, or from reasoning; never from the tool under test.

A program is a list of threads; a thread is a function that makes a generator, which yields operations and is sent their
results. Thread 0 is main; the others start when somebody yields `spawn(n)`. All interleavings are run; two complete ones
are the same execution if they have the same events with the same results, the same order of writes to each location,
the same writer for each read, and the same order of operations on each synchronisation object.

    python3 classes.py            prints the count for each program below
"""
import sys
from collections import namedtuple

Op = namedtuple("Op", "kind obj a b", defaults=(None, None, None))


def ld(x): return Op("ld", x)
def st(x, v): return Op("st", x, v)
def rmw(x, f): return Op("rmw", x, f)
def add(x, n): return Op("rmw", x, lambda old: old + n)
def cas(x, expected, new): return Op("cas", x, expected, new)
def lock(m): return Op("lock", m)
def trylock(m): return Op("trylock", m)
def unlock(m): return Op("unlock", m)
def enter(c): return Op("enter", c)
def awake(c, timed=False): return Op("awake", c, timed)
def signal(c): return Op("signal", c)
def broadcast(c): return Op("broadcast", c)
def post(s): return Op("post", s)
def wait(s): return Op("wait", s)
def trywait(s): return Op("trywait", s)
def rdlock(r): return Op("rdlock", r)
def wrlock(r): return Op("wrlock", r)
def rwunlock(r): return Op("rwunlock", r)
def arrive(b, n): return Op("arrive", b, n)
def leave(b, generation): return Op("leave", b, generation)
def once_enter(o): return Op("once_enter", o)
def once_done(o): return Op("once_done", o)
def choice(n): return Op("choice", None, n)
def spawn(t): return Op("spawn", None, t)
def join(t): return Op("join", None, t)
def assume(c): return Op("assume", None, c)


def cond_wait(c, m):
    yield enter(c)
    yield unlock(m)
    yield awake(c)
    yield lock(m)


def spawn_all(n):
    for t in range(1, n + 1):
        yield spawn(t)


def join_all(n):
    for t in range(1, n + 1):
        yield join(t)


class Blocked(Exception):
    pass


class World:
    def __init__(self, threads, init):
        self.threads = threads
        self.mem = dict(init)
        self.sync = {}
        self.gens, self.pending, self.done, self.count = {}, {}, set(), {}
        self.last = {}      # location -> last writing event
        self.order = {}     # location or object -> tuple of events
        self.reads = {}     # event -> writer (or result of a choice)
        self.dead = set()
        self.start(0)

    def start(self, t):
        self.gens[t] = self.threads[t]()
        self.count[t] = 0
        self.advance(t, None)

    def advance(self, t, value):
        try:
            self.pending[t] = self.gens[t].send(value)
        except StopIteration:
            self.pending.pop(t, None)
            self.done.add(t)

    def moves(self):
        found = []
        for t, op in self.pending.items():
            if t in self.dead:
                continue
            if op.kind == "choice":
                found += [(t, v) for v in range(op.a)]
            elif self.enabled(t, op):
                found.append((t, None))
        return found

    def enabled(self, t, op):
        s = self.sync.get(op.obj)
        k = op.kind
        if k == "lock": return s is None
        if k == "wait": return (s if s is not None else self.mem.get(op.obj, 0)) > 0
        if k == "rdlock": return s is None or s[0] is None
        if k == "wrlock": return s is None or (s[0] is None and not s[1])
        if k == "leave": return (s or (0, 0))[1] > op.a
        if k == "once_enter": return s in (None, "done")
        if k == "join": return op.a in self.done
        if k == "awake":
            q = s or ()
            return op.a or "token" in q[q.index(t):]
        return True

    def perform(self, t, picked):
        op = self.pending[t]
        e = (t, self.count[t])
        self.count[t] += 1
        k, x = op.kind, op.obj
        result = None
        s = self.sync.get(x)
        if k in ("ld", "rmw", "cas"):
            result = self.mem.get(x, 0)
            self.reads[e] = self.last.get(x)
        if k == "st": self.write(x, op.a, e)
        elif k == "rmw": self.write(x, op.a(result), e)
        elif k == "cas" and result == op.a: self.write(x, op.b, e)
        elif k == "choice":
            result = picked
            self.reads[e] = picked
        elif k == "spawn": self.start(op.a)
        elif k == "assume":
            if not op.a:
                self.dead.add(t)
                return
        elif k not in ("ld", "cas", "join"):
            result, s = self.sync_op(t, op, s)
            self.sync[x] = s
            if k != "leave":
                self.order[x] = self.order.get(x, ()) + (e,)
        self.advance(t, result)

    def write(self, x, v, e):
        self.mem[x] = v
        self.last[x] = e
        self.order[x] = self.order.get(x, ()) + (e,)

    def sync_op(self, t, op, s):
        k = op.kind
        if k == "lock": return 0, t
        if k == "trylock": return (0, t) if s is None else (16, s)
        if k == "unlock":
            assert s == t, "unlocks what it does not hold"
            return 0, None
        if k == "enter": return 0, (s or ()) + (t,)
        if k == "signal" or k == "broadcast":
            q = s or ()
            free = sum(w != "token" for w in q) - sum(w == "token" for w in q)
            return 0, q + ("token",) * (free if k == "broadcast" else min(free, 1))
        if k == "awake":
            q = list(s)
            at = q.index(t)
            result = 0
            if "token" in q[at:]:
                del q[q.index("token", at)]
            else:
                result = 110
            del q[at]
            return result, tuple(q)
        if k in ("post", "wait", "trywait"):
            v = s if s is not None else self.mem.get(op.obj, 0)
            if k == "post": return 0, v + 1
            return (0, v - 1) if v > 0 else (11, 0)
        if k == "rdlock": return 0, (None, tuple(sorted((s[1] if s else ()) + (t,))))
        if k == "wrlock": return 0, (t, ())
        if k == "rwunlock":
            if s[0] == t: return 0, (None, ())
            r = list(s[1])
            r.remove(t)
            return 0, (None, tuple(r))
        if k == "arrive":
            arrived, generation = s or (0, 0)
            if arrived + 1 == op.a: return 2 * generation + 1, (0, generation + 1)
            return 2 * generation, (arrived + 1, generation)
        if k == "leave": return 0, s
        if k == "once_enter": return (0, s) if s == "done" else (1, "running")
        if k == "once_done": return 0, "done"
        raise ValueError(k)

    def key(self):
        return (frozenset(self.count.items()), frozenset(self.order.items()), frozenset(self.reads.items()))


def classes(threads, init=(), ended=lambda world: None, too_many=None):
    """The numbers of complete and of blocked inequivalent executions. `ended` is told each; None if there are too many."""
    seen, todo = set(), [()]
    complete, blocked = 0, 0
    while todo:
        schedule = todo.pop()
        world = World(threads, init)
        for t, v in schedule:
            world.perform(t, v)
        key = world.key()
        if key in seen:
            continue
        seen.add(key)
        if too_many is not None and len(seen) > too_many:
            return None
        moves = world.moves()
        if not moves:
            ended(world)
            if len(world.done) == len(world.gens):
                complete += 1
            else:
                blocked += 1
        todo += [schedule + (m,) for m in moves]
    return complete, blocked


# ---- the programs whose counts are used here -------------------------------------------------------------------------

def par(*workers):
    """main starts all, then waits for all."""
    n = len(workers)

    def main():
        yield from spawn_all(n)
        yield from join_all(n)
    return [main, *workers]


def seq(*ops):
    def thread():
        for op in ops:
            yield op
    return thread


def cas_loop(x, f):
    def thread():
        seen = yield ld(x)
        while True:
            old = yield cas(x, seen, f(seen))
            if old == seen:
                return
            seen = old
    return thread


class Fresh:
    """Programs with plain shared state make it anew for each run: main is what makes it."""

    def __init__(self, make):
        self.make = make

    def threads(self):
        holder = {}

        def main():
            ts = holder["ts"] = self.make()
            yield from spawn_all(len(ts))
            yield from join_all(len(ts))

        def worker(i):
            return lambda: holder["ts"][i]()
        return [main] + [worker(i) for i in range(len(self.make()))]


def plain(make):
    return Fresh(make).threads()


def waits(n_waiters, tell):
    """Each waiter: while (!ready) wait; one thread sets ready and tells, under the lock."""
    def make():
        ready = []

        def waiter():
            yield lock("m")
            while not ready:
                yield from cond_wait("c", "m")
            yield unlock("m")

        def teller():
            yield lock("m")
            ready.append(1)
            yield tell("c")
            yield unlock("m")
        return [waiter] * n_waiters + [teller]
    return plain(make)


def waiting_main_is_waiter():
    holder = {}

    def main():
        ready = holder["r"] = []
        yield spawn(1)
        yield lock("m")
        while not ready:
            yield from cond_wait("c", "m")
        yield unlock("m")
        yield join(1)

    def loader():
        yield lock("m")
        holder["r"].append(1)
        yield signal("c")
        yield unlock("m")
    return [main, loader]


def bounded_buffer(producers, consumers, items, capacity):
    """Each producer puts so many items, each consumer takes its share; signals are given under the lock."""
    def make():
        used = [0]

        def producer():
            for _ in range(items):
                yield lock("m")
                while used[0] == capacity:
                    yield from cond_wait("full", "m")
                used[0] += 1
                yield signal("empty")
                yield unlock("m")

        def consumer():
            for _ in range(producers * items // consumers):
                yield lock("m")
                while used[0] == 0:
                    yield from cond_wait("empty", "m")
                used[0] -= 1
                yield signal("full")
                yield unlock("m")
        return [producer] * producers + [consumer] * consumers
    return plain(make)


def lastzero(n):
    def reader():
        i = n
        while (yield ld(i)) != 0:
            i -= 1

    def writer(j):
        def thread():
            v = yield ld(j - 1)
            yield st(j, v + 1)
        return thread
    return par(reader, *[writer(j) for j in range(1, n + 1)])


def fib(n, joined):
    def adder(x, y):
        def thread():
            for _ in range(n):
                a = yield ld(x)
                b = yield ld(y)
                yield st(x, a + b)
        return thread

    def main():
        yield spawn(1)
        yield spawn(2)
        if joined:
            yield from join_all(2)
        yield ld("i")
        yield ld("j")
    return [main, adder("i", "j"), adder("j", "i")], {"i": 1, "j": 1}


def pairs(n):
    def first(k): return seq(lock(k), unlock(k))
    def second(k): return seq(lock(k), unlock(k), lock("common"), unlock("common"))
    return par(*[t for k in range(n) for t in (first(k), second(k))])


def philosophers(n, ordered):
    def one(k):
        left, right = k, (k + 1) % n
        if ordered:
            left, right = min(left, right), max(left, right)
        return seq(lock(left), lock(right), unlock(right), unlock(left))
    return par(*[one(k) for k in range(n)])


def double_checked():
    def thread():
        if (yield ld("p")) == 0:
            yield lock("m")
            if (yield ld("p")) == 0:
                yield st("p", 1)
            yield unlock("m")
    return par(thread, thread)


def upgrade_fixed():
    def make():
        entry = [0]

        def thread():
            yield rdlock("l")
            found = entry[0]
            yield rwunlock("l")
            if not found:
                yield wrlock("l")
                entry[0] = 1
                yield rwunlock("l")
        return [thread, thread]
    return plain(make)


def peterson(swapped):
    def thread(me):
        other = 1 - me

        def run():
            first, second = st(("w", me), 1), st("turn", other)
            if swapped:
                first, second = second, first
            yield first
            yield second
            if (yield ld(("w", other))) == 0 or (yield ld("turn")) == me:
                yield add("inside", 1)
                yield add("inside", -1)
            yield st(("w", me), 0)
        return run
    return par(thread(0), thread(1))


def aba_fixed():
    NIL = 9

    def push(n):
        old = yield ld("top")
        while True:
            yield st(n, old[1])
            seen = yield cas("top", old, (old[0] + 1, n))
            if seen == old:
                return
            old = seen

    def pop():
        old = yield ld("top")
        while old[1] != NIL:
            following = yield ld(old[1])
            seen = yield cas("top", old, (old[0] + 1, following))
            if seen == old:
                break
            old = seen
        return old[1]

    def take(n):
        if n != NIL:
            assert (yield add(("owners", n), 1)) == 0

    def consumer():
        yield from take((yield from pop()))

    def recycler():
        first = yield from pop()
        second = yield from pop()
        yield from take(second)
        if first != NIL:
            yield from push(first)

    def main():
        for n in (2, 1, 0):
            yield from push(n)
        yield spawn(1)
        yield spawn(2)
        yield join(1)
        yield join(2)
        yield from take((yield from pop()))
    return [main, consumer, recycler], {"top": (0, NIL)}


def once_twice():
    def thread():
        if (yield once_enter("o")):
            yield once_done("o")
    return par(thread, thread)


def try_lock_second(a, b):
    def thread():
        yield lock(a)
        if (yield trylock(b)) == 0:
            yield unlock(b)
        yield unlock(a)
    return thread


def litmus():
    x, y, z = "xyz"
    yield "sb", par(seq(st(x, 1), ld(y)), seq(st(y, 1), ld(x)))
    yield "sb3", par(seq(st(x, 1), ld(y)), seq(st(y, 1), ld(z)), seq(st(z, 1), ld(x)))
    yield "mp", par(seq(st(x, 1), st(y, 1)), seq(ld(y), ld(x)))
    yield "lb", par(seq(ld(x), st(y, 1)), seq(ld(y), st(x, 1)))
    yield "iriw", par(seq(st(x, 1)), seq(st(y, 1)), seq(ld(x), ld(y)), seq(ld(y), ld(x)))
    yield "2+2w", par(seq(st(x, 1), st(y, 2)), seq(st(y, 1), st(x, 2)))
    yield "corr", par(seq(st(x, 1)), seq(ld(x), ld(x)))
    yield "corr2", par(seq(st(x, 1)), seq(st(x, 2)), seq(ld(x), ld(x)), seq(ld(x), ld(x)))
    yield "coww", par(seq(st(x, 1), st(x, 2)), seq(ld(x)))
    yield "corw", par(seq(ld(x), st(x, 1)), seq(st(x, 2)))
    yield "cowr", par(seq(st(x, 1), ld(x)), seq(st(x, 2)))
    yield "s", par(seq(st(x, 2), st(y, 1)), seq(ld(y), st(x, 1)))
    yield "r", par(seq(st(x, 1), st(y, 1)), seq(st(y, 2), ld(x)))
    yield "wrc", par(seq(st(x, 1)), seq(ld(x), st(y, 1)), seq(ld(y), ld(x)))
    yield "isa2", par(seq(st(x, 1), st(y, 1)), seq(ld(y), st(z, 1)), seq(ld(z), ld(x)))
    yield "rwc", par(seq(st(x, 1)), seq(ld(x), ld(y)), seq(st(y, 1), ld(x)))
    yield "w+rwc", par(seq(st(x, 1), st(y, 1)), seq(ld(y), ld(z)), seq(st(z, 1), ld(x)))
    yield "mp+rmw", par(seq(st(x, 1), add(y, 1)), seq(add(y, 2), ld(x)))
    yield "increments 2 x 2", par(seq(add(x, 1), add(x, 1)), seq(add(x, 1), add(x, 1)))
    yield "cas chain", par(seq(cas(x, 0, 1), cas(x, 2, 3)), seq(cas(x, 1, 2)))


def known():
    yield from litmus()
    for n in (3, 4):
        yield f"increments({n}) n!", par(*[seq(add("x", 1))] * n)
    yield "increment by load and store, 2", par(*[cas_loop("x", lambda v: v + 1)] * 2)
    yield "cas_loop(2)", par(cas_loop("x", lambda v: 2 * v), cas_loop("x", lambda v: 2 * v + 1))
    yield "cas_loop(3) same", par(*[cas_loop("x", lambda v: v + 1)] * 3)
    yield "multiply loops", (par(cas_loop("x", lambda v: 3 * v), cas_loop("x", lambda v: 5 * v)), {"x": 1})
    yield "load store increments 2", par(*[fetch_store("x")] * 2)
    yield "load store increments 3", par(*[fetch_store("x")] * 3)
    yield "load store increments 2 x 2", par(*[fetch_store("x", 2)] * 2)
    for n in (3, 5):
        yield f"readers({n}) 2^n", par(seq(st("x", 1)), *[seq(ld("x"))] * n)
    for n in (2, 3, 4, 5):
        yield f"lastzero({n}) (n+3)2^(n-2)", lastzero(n)
    for n in (3, 4, 5):
        yield f"casrot({n})", par(*[seq(cas("x", i - 1, i)) for i in range(1, n + 1)])
    for n in (1, 2, 3):
        yield f"pairs({n}) 2^n n!", pairs(n)
    for n in (1, 2):
        yield f"fib({n})", fib(n, False)
        yield f"fib({n}) joined", fib(n, True)
    for n in (2, 3):
        yield f"writers({n}) and a reader (n+1)!", par(*[seq(st("x", i)) for i in range(n)], seq(ld("x")))
    yield "mutex(2 threads, 2 times)", par(*[seq(*[lock("m"), unlock("m")] * 2)] * 2)
    yield "mutex(3 threads)", par(*[seq(lock("m"), unlock("m"))] * 3)
    yield "trylock(2)", par(*[try_one("m")] * 2)
    yield "trylock(3)", par(*[try_one("m")] * 3)
    yield "trylock opposite", par(try_lock_second("m", "n"), try_lock_second("n", "m"))
    yield "sem(1), 3 threads", (par(*[seq(wait("s"), post("s"))] * 3), {"s": 1})
    yield "sem(2), 2 threads", (par(*[seq(wait("s"), post("s"))] * 2), {"s": 2})
    yield "sem(2), 3 threads", (par(*[seq(wait("s"), post("s"))] * 3), {"s": 2})
    yield "sem_trywait against post", par(seq(post("s")), seq(trywait("s")))
    yield "barrier(2)", par(*[barrier("b", 2)] * 2)
    yield "barrier(3)", par(*[barrier("b", 3)] * 3)
    yield "barrier(2) twice", par(*[barrier("b", 2, 2)] * 2)
    yield "rwlock: 2 readers", par(*[seq(rdlock("l"), rwunlock("l"))] * 2)
    yield "rwlock: writer, reader", par(seq(wrlock("l"), rwunlock("l")), seq(rdlock("l"), rwunlock("l")))
    yield "rwlock: writer, 2 readers", par(seq(wrlock("l"), rwunlock("l")), *[seq(rdlock("l"), rwunlock("l"))] * 2)
    yield "once", once_twice()
    yield "wait main, signal", waiting_main_is_waiter()
    yield "wait 1, signal", waits(1, signal)
    yield "wait 1, broadcast", waits(1, broadcast)
    yield "wait 2, broadcast", waits(2, broadcast)
    yield "wait 2, signal (blocked: deadlocks)", waits(2, signal)
    for shape in ((1, 1, 1, 1), (1, 1, 2, 1), (1, 1, 3, 1), (1, 1, 4, 2), (2, 1, 1, 1), (1, 2, 2, 1), (2, 2, 1, 1), (2, 2, 1, 2)):
        yield "bounded buffer: %d producers, %d consumers, %d items each, %d places" % shape, bounded_buffer(*shape)
    yield "philosophers(3) ordered", philosophers(3, True)
    yield "philosophers(3)", philosophers(3, False)
    yield "double checked", double_checked()
    yield "upgrade fixed", upgrade_fixed()
    yield "peterson", peterson(False)
    yield "aba fixed", aba_fixed()


def fetch_store(x, times=1):
    def thread():
        for _ in range(times):
            seen = yield ld(x)
            yield st(x, seen + 1)
    return thread


def try_one(m):
    def thread():
        if (yield trylock(m)) == 0:
            yield unlock(m)
    return thread


def barrier(b, n, times=1):
    def thread():
        for _ in range(times):
            ticket = yield arrive(b, n)
            if ticket % 2 == 0:
                yield leave(b, ticket // 2)
    return thread


if __name__ == "__main__":
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    for name, program in known():
        if wanted in name:
            program = program if isinstance(program, tuple) else (program, {})
            print(f"{name}: %d complete, %d blocked" % classes(*program), flush=True)
