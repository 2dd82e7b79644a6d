#!/usr/bin/env python3
"""Pipes and connected sockets, on random C programs: every result that the calls can have must be found, and no other.

    python3 random_pipes.py THREADBARE [SCRATCH FOLDER]

For each seed of a series (random_tests.py): main and one or two threads read, write, poll, ask how much there is (FIONREAD), duplicate, close, shut down and
join. A descriptor is closed only by the thread that alone uses it; other threads have copies of it. Each thread keeps what its calls return. All
orders of the calls are performed here, each call in one step, but for a write of more than fits in, and close, which frees the number first. That a
socket fails once where the other end left bytes unread (ECONNRESET) is not expected. The program ends with a status other than
0 at a line of its own for each of the results; these lines, and whether there is a deadlock, must be what is reported, with each explorer that comes to an end.
"""
import errno
import random

from random_tests import check, main

# These always, and one of the slow ones in turn.
EXPLORERS, SLOW = ["graph", "optimal"], ["prefix", "states", "naive"]
MOST_STATES, MOST_RESULTS = 30000, 60
CAPACITY, IN_ONE_PIECE, FIRST = 8192, 4096, 3
IN, OUT, ERR, HUP, NVAL = 1, 4, 8, 16, 32
# Of a call: it waits, with what its descriptor stood for when it began.
BEGUN = "begun"
HEAD = """#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>
static pthread_t t[3];
static int d[16];
static unsigned long seen[3];
static void note(int who, long value) { seen[who] = seen[who] * 257 + (value < 0 ? 100 + errno : value); }
static void reads(int who, int from, long n, int flags) {
    static _Thread_local char bytes[4 * UNIT];
    long got = flags ? recv(from, bytes, n * UNIT, flags) : read(from, bytes, n * UNIT);
    note(who, got < 0 ? got : got / UNIT);
    for (long i = 0; i < got; i += UNIT) note(who, bytes[i]);
}
static void writes(int who, int to, long n, int letter, int flags) {
    static _Thread_local char bytes[4 * UNIT];
    memset(bytes, letter, n * UNIT);
    long put = flags ? send(to, bytes, n * UNIT, flags) : write(to, bytes, n * UNIT);
    note(who, put < 0 ? put : put / UNIT);
}
static void asks(int who, int of) { int n; note(who, ioctl(of, FIONREAD, &n) < 0 ? -1 : n / UNIT); }
static void polls(int who, int one, int events, int time) {
    struct pollfd all = {one, (short)events, 0};
    poll(&all, 1, time);
    note(who, all.revents);
}
"""


class Program:
    """`files`: kind, and whether its ends never wait; `ends`: file and end of each descriptor that main opens; `bodies`: the calls of main and
    of the threads, each a tuple of its name, the place of its descriptor in `d`, and what else it is given."""

    def __init__(self, r):
        self.unit = 4096 if r.random() < 0.15 else 1
        count = r.randint(1, 2)
        self.files = [(r.choice(["pipe", "pipe", "socket"]), r.random() < 0.2) for _ in range(r.choice([1, 1, 2]))]
        self.ends = [(file, end) for file in range(len(self.files)) for end in (0, 1)]
        self.copies = [r.randrange(len(self.ends)) for _ in range(r.randint(0, 3))]
        self.ends += [self.ends[of] for of in self.copies]
        self.owners = [r.choice([None, None, *range(count + 1)]) for _ in self.ends]
        self.places, self.letter = len(self.ends), 0
        self.bodies = [self.body(r, who, count) for who in range(count + 1)]

    def body(self, r, who, count):
        mine = [place for place, owner in enumerate(self.owners) if owner in (None, who)]
        own = [place for place in mine if self.owners[place] == who]
        ends, calls = dict(enumerate(self.ends)), []
        for _ in range(r.randint(0, 2) if who == 0 else r.randint(1, 4 if count == 1 else 3)):
            if not mine:
                break
            place = r.choice(own if own and r.random() < 0.4 else mine)
            file, end = ends[place]
            is_socket = self.files[file][0] == "socket"
            call = r.choice(["transfer"] * 5 + ["ask", "poll", "poll", "dup"] + ["close"] * 4 * (place in own) + ["shutdown"] * is_socket)
            flags = is_socket and r.random() < 0.3
            if call == "transfer":
                call = ("write" if r.random() < 0.5 else "read") if is_socket or r.random() < 0.03 else "write" if end else "read"
            if call == "write":
                self.letter += 1
                calls.append((call, place, r.randint(1, 3), self.letter, flags))
            elif call == "read":
                calls.append((call, place, r.randint(1, 4), flags))
            elif call == "poll":
                calls.append((call, place, r.choice([IN, OUT, IN | OUT]) if is_socket else OUT if end else IN, r.choice([0, -1])))
            elif call == "shutdown":
                calls.append((call, place, r.randint(0, 2)))
            elif call == "dup":
                calls.append((call, place, self.places))
                mine, own, ends[self.places] = mine + [self.places], own + [self.places], ends[place]
                self.places += 1
            else:
                calls.append((call, place))
        return calls


def program(r):
    """The program, with who joins whom: each thread is joined once."""
    parts = Program(r)
    calls = parts.bodies
    left = list(range(len(calls) - 1, 0, -1))
    if len(calls) == 3 and r.random() < 0.2:
        calls[2].insert(r.randint(0, len(calls[2])), ("join", 1))
        left.remove(1)
    for other in left:
        calls[0].insert(len(calls[0]) if r.random() < 0.8 else r.randint(0, len(calls[0])), ("join", other))
    return parts


def interesting(seed):
    """A program of which the order decides, and what comes of it; `None` if that is too much."""
    r, expected = random.Random(seed), (set(), False)
    while expected and len(expected[0]) + expected[1] < 2:
        parts = program(r)
        expected = outcomes(parts)
    return parts, expected


def in_c(parts, results):
    """The text, and the line of each of the results, and last of any other one."""
    lines = HEAD.replace("UNIT", str(parts.unit)).splitlines()

    def statement(who, call):
        name, place, *rest = call
        of = f"{who}, d[{place}]"
        if name == "join": return f"pthread_join(t[{place}], NULL);"
        if name == "write": return f"writes({of}, {rest[0]}, {rest[1]}, {'MSG_DONTWAIT' if rest[2] else 0});"
        if name == "read": return f"reads({of}, {rest[0]}, {'MSG_DONTWAIT' if rest[1] else 0});"
        if name == "ask": return f"asks({of});"
        if name == "poll": return f"polls({of}, {rest[0]}, {rest[1]});"
        if name == "close": return f"note({who}, close(d[{place}]));"
        if name == "shutdown": return f"note({who}, shutdown(d[{place}], {rest[0]}));"
        return f"note({who}, d[{rest[0]}] = dup(d[{place}]));"

    for who, body in enumerate(parts.bodies[1:], 1):
        lines += [f"static void *w{who}(void *arg) {{", *(f"    {statement(who, call)}" for call in body), "    return arg;", "}"]
    lines += ["int main(void) {", "    signal(SIGPIPE, SIG_IGN);"]
    for number, (kind, never_waits) in enumerate(parts.files):
        opens = "pipe2(&d[{}], {})" if kind == "pipe" else "socketpair(AF_UNIX, SOCK_STREAM | {1}, 0, &d[{0}])"
        lines.append(f"    {opens.format(2 * number, 'O_NONBLOCK' if never_waits else 0)};")
    lines += [f"    d[{2 * len(parts.files) + at}] = dup(d[{of}]);" for at, of in enumerate(parts.copies)]
    lines += [f"    pthread_create(&t[{who}], NULL, w{who}, NULL);" for who in range(1, len(parts.bodies))]
    lines += [f"    {statement(0, call)}" for call in parts.bodies[0]]
    lines.append("    unsigned long all = (seen[0] * 1000003 + seen[1]) * 1000003 + seen[2];")
    first = len(lines) + 1
    lines += [f"    if (all == {result}UL) return 1;" for result in results]
    lines += ["    return 2;", "}"]
    return "\n".join(lines) + "\n", {first + at: result for at, result in enumerate([*results, "another one"])}


class World:
    """A state: what each descriptor stands for (file and end), what `d` holds, what is on its way to the ends of each file (a letter for each
    unit) and which of them were shut down; for each thread how many calls it has done, how much of a write or which end it closes, and what it has seen."""

    def __init__(self, parts, state=None):
        self.parts = parts
        if state is None:
            table = tuple(parts.ends) + (None,) * 12
            places = tuple(range(FIRST, FIRST + len(parts.ends))) + (0,) * (parts.places - len(parts.ends))
            state = table, places, (((), ()),) * len(parts.files), ((0, 0),) * len(parts.files), ((0, 0),) * len(parts.files), ((0, 0, 0),) * len(parts.bodies)
        self.table, self.places, self.queues, self.shut, self.resets, self.threads = map(list, state)

    def state(self):
        return tuple(map(tuple, (self.table, self.places, self.queues, self.shut, self.resets, self.threads)))

    def has_ended(self, who):
        return self.threads[who][0] == len(self.parts.bodies[who])

    def is_open(self, file, end):
        return (file, end) in self.table or any(thread[1] == (file, end) for thread in self.threads)

    def room(self, file, end):
        return CAPACITY // self.parts.unit - len(self.queues[file][end])

    def change(self, file, end, queue):
        both = list(self.queues[file])
        both[end] = queue
        self.queues[file] = tuple(both)

    def poll(self, file, end, events):
        is_socket, gone, shut = self.parts.files[file][0] == "socket", not self.is_open(file, 1 - end), self.shut[file]
        found, writes_to = 0, 1 - end if is_socket else 0
        if (is_socket or end == 0) and (self.queues[file][end] or is_socket and (gone or shut[end])): found |= IN
        if is_socket and (gone or shut[1 - end] or self.room(file, writes_to) > 0): found |= OUT
        if not is_socket and end == 1 and self.room(file, 0) * self.parts.unit >= IN_ONE_PIECE: found |= OUT
        if is_socket: found |= HUP * (gone or shut == (1, 1))
        elif gone: found |= HUP if end == 0 else ERR
        if is_socket and gone and self.resets[file][end]: found |= ERR
        return found & (events | HUP | ERR)

    def step(self, who):
        """Performs the next call, or a part of it; false if it has to wait."""
        at, done, seen = self.threads[who]
        if self.has_ended(who):
            return False
        call = self.parts.bodies[who][at]
        if call[0] == "join":
            values = [] if self.has_ended(call[1]) else None
        else:
            values = self.call(call, done)
        if values is None and done == 0 and call[0] != "join" and self.stands_for(call[1]):
            # Who waits has looked at the descriptor.
            values = (BEGUN, *self.stands_for(call[1]))
        if values is None:
            return False
        if not isinstance(values, list):
            self.threads[who] = at, values, seen
            return True
        for value in values:
            seen = (seen * 257 + value) % 2**64
        self.threads[who] = at + 1, 0, seen
        return True

    def stands_for(self, place):
        number = self.places[place]
        return self.table[number - FIRST] if number >= FIRST else None

    def call(self, call, done):
        """What is seen, as a list; or how much of a write is done, or which end is to be closed yet; `None` if it has to wait."""
        name, place, *rest = call
        if name == "close" and done: return self.end(*done)
        number, stands_for = self.places[place], self.stands_for(place)
        if isinstance(done, tuple):
            (_, *stands_for), done = done, 0
        if name == "poll" and number < 0: return [0] if rest[1] == 0 else None
        if name == "poll" and not stands_for: return [NVAL]
        if name == "dup": return self.dup(stands_for, rest[0])
        if not stands_for: return [100 + errno.EBADF]
        file, end = stands_for
        kind, never_waits = self.parts.files[file]
        if name == "ask": return [len(self.queues[file][end if kind == "socket" else 0])]
        if name == "poll":
            found = self.poll(file, end, rest[0])
            return [found] if found or rest[1] == 0 else None
        if name == "close":
            # The number is free before the end is closed.
            self.table[number - FIRST] = None
            return stands_for
        if name == "shutdown":
            shut = self.shut[file]
            self.shut[file] = tuple(int(shut[one] or rest[0] == 2 or (one == end) == (rest[0] == 0)) for one in (0, 1))
            return [0]
        if kind == "pipe" and (name == "write") != (end == 1): return [100 + errno.EBADF]
        if name == "read": return self.read(file, end, rest[0], rest[1] or never_waits)
        return self.write(file, end, call, done, rest[2] or never_waits)

    def end(self, file, end):
        """Who closes the last descriptor of a socket with bytes in it that were not read lets the other end know."""
        users = self.table.count((file, end)) + sum(thread[1] == (file, end) for thread in self.threads)
        if self.parts.files[file][0] == "socket" and users == 1 and self.queues[file][end]:
            self.reset(file, 1 - end, 1)
        return [0]

    def reset(self, file, end, value):
        both = list(self.resets[file])
        both[end] = value
        self.resets[file] = tuple(both)

    def dup(self, stands_for, to):
        if not stands_for:
            self.places[to] = -1
            return [100 + errno.EBADF]
        free = self.table.index(None)
        self.table[free], self.places[to] = stands_for, FIRST + free
        return [FIRST + free]

    def read(self, file, end, n, never_waits):
        queue = self.queues[file][end]
        if queue:
            self.change(file, end, queue[n:])
            return [len(queue[:n]), *queue[:n]]
        if self.resets[file][end] and not self.is_open(file, 1 - end):
            self.reset(file, end, 0)
            return [100 + errno.ECONNRESET]
        if not self.is_open(file, 1 - end) or self.shut[file][end]: return [0]
        return [100 + errno.EAGAIN] if never_waits else None

    def write(self, file, end, call, done, never_waits):
        n, letter = call[2:4]
        if not self.is_open(file, 1 - end) or self.shut[file][1 - end]: return [done or 100 + errno.EPIPE]
        to = 1 - end
        least = n if self.parts.files[file][0] == "pipe" and n * self.parts.unit <= IN_ONE_PIECE else 1
        if self.room(file, to) < least:
            return None if not never_waits else [done or 100 + errno.EAGAIN]
        count = min(n - done, self.room(file, to))
        self.change(file, to, self.queues[file][to] + (letter,) * count)
        done += count
        return [done] if done == n else done


def outcomes(parts):
    """The results with which main ends, and whether it may never do so; `None` if there are too many."""
    left, known, results, is_stuck = [World(parts).state()], set(), set(), False
    while left:
        state = left.pop()
        if state in known:
            continue
        known.add(state)
        if len(known) > MOST_STATES or len(results) > MOST_RESULTS:
            return None
        before = len(left)
        for who in range(len(parts.bodies)):
            world = World(parts, state)
            if world.step(who):
                left.append(world.state())
        if len(left) == before:
            world = World(parts, state)
            if world.has_ended(0):
                seen = [thread[2] for thread in world.threads] + [0]
                results.add(((seen[0] * 1000003 + seen[1]) * 1000003 + seen[2]) % 2**64)
            else:
                is_stuck = True
    return results, is_stuck


def test(tool, seed, file):
    parts, expected = interesting(seed)
    if expected is None:
        return None
    results, is_stuck = expected
    text, places = in_c(parts, sorted(results))
    file.write_text(text)
    wrong, tried = [], False
    for explorer in [*EXPLORERS, SLOW[seed % len(SLOW)]]:
        report = check(tool, file, "--keep-going", "--no-advice", "--timeout", "10s", "--minimise", "0s", "--explorer", explorer, "--model", "sc", flags=["-w"])
        if report["verdict"] in ("crash", "error"):
            wrong.append(f"{explorer}: {report['message'][:300]}")
        if not report.get("complete"):
            continue
        tried = True
        ended = {places.get((fault["location"] or {}).get("line"), fault["message"]) for fault in report["faults"] if fault["kind"] != "deadlock"}
        found = ended, any(fault["kind"] == "deadlock" for fault in report["faults"])
        # Of bytes of a call that has begun when the other end of the socket is closed it need not be told that they were not read.
        may_be_untold = "socketpair" in text and "close(d" in text and "writes(" in text and results <= ended and found[1] == is_stuck
        if found != expected and not may_be_untold:
            wrong.append(f"{explorer}: missing {sorted(results - ended)}, too many {sorted(map(str, ended - results))}, deadlock {found[1]}, expected {is_stuck}")
    return wrong if tried else None


if __name__ == "__main__":
    main("pipes", test)
