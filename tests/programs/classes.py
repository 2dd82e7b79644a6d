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


def classes(threads, init=()):
    """The numbers of complete and of blocked inequivalent executions."""
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
        moves = world.moves()
        if not moves:
            if len(world.done) == len(world.gens):
                complete += 1
            else:
                blocked += 1
        todo += [schedule + (m,) for m in moves]
    return complete, blocked
