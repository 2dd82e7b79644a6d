#!/usr/bin/env python3
"""Cancellation, on random C programs: what happens natively must be found.

    python3 random_cancels.py THREADBARE [SCRATCH FOLDER]

For each seed of a series (random_tests.py): one or two threads lock, wait for a semaphore, a condition variable or each other, post, sleep, and say whether they may
be cancelled, with cleanup handlers; main posts, signals, and cancels them. The program tells by its status who was cancelled, and what the threads have
done. It is compiled with pauses at random places, and run natively 60 times: each status that it ends with must be among those that are
reported, and if it hangs, so must be a deadlock; with every explorer that is tried the same.
"""
import random
import re
import subprocess

from random_tests import check, main

RUNS = 60
HEAD = """#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef PAUSES
static void pause_here(void) { static _Thread_local unsigned seed; if (!seed) seed = (unsigned)(long)&seed ^ (unsigned)getpid() * 2654435761u;
    for (volatile int i = rand_r(&seed) % 4 ? 0 : rand_r(&seed) % 60000; i > 0; i--) ; }
#else
static void pause_here(void) {}
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static int x, ready;
static pthread_t t[2];
static void unlock(void *arg) { (void)arg; x++; pthread_mutex_unlock(&m); }
static void post(void *arg) { (void)arg; sem_post(&s); }
"""
ADD = ["pthread_mutex_lock(&m);", "x++;", "pthread_mutex_unlock(&m);"]


def waits(r):
    wait = "while (!ready) pthread_cond_wait(&c, &m);" if r.random() < 0.7 else "if (!ready) pthread_cond_wait(&c, &m);"
    body = ["pthread_mutex_lock(&m);", "pthread_cleanup_push(unlock, NULL);", wait]
    if r.random() < 0.4:
        body.append("ready = 0;")
    return [*body, "pthread_cleanup_pop(1);"]


def statement(r, number):
    kind = r.choice(["add", "sem", "sem", "cond", "cond", "post", "point", "sleep", "off", "guarded", "timed", "join"])
    if kind == "add": return ADD
    if kind == "sem": return ["sem_wait(&s);"]
    if kind == "timed": return ["{ struct timespec until = {0, 0}; if (sem_timedwait(&s, &until)) { pthread_mutex_lock(&m); x += 2; pthread_mutex_unlock(&m); } }"]
    if kind == "cond": return waits(r)
    if kind == "post": return ["sem_post(&s);"]
    if kind == "point": return ["pthread_testcancel();"]
    if kind == "sleep": return ["usleep(1);"]
    if kind == "off": return ["pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);", *statement(r, number), "pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);"]
    if kind == "join" and number == 1: return ["pthread_join(t[0], NULL); joined = 1;"]
    return ["pthread_cleanup_push(post, NULL);", *statement(r, number), "pthread_cleanup_pop(0);"]


def program(r):
    lines, threads = HEAD.splitlines(), r.randint(1, 2)
    bodies = [[line for _ in range(r.randint(1, 3)) for line in statement(r, number)] for number in range(threads)]
    joins = any("pthread_join" in line for body in bodies for line in body)
    lines.append("static int joined;")
    for number, body in enumerate(bodies):
        lines.append(f"static void *w{number}(void *arg) {{")
        lines += [f"    pause_here(); {line}" for line in body]
        lines += ["    return arg;", "}"]
    own = [["sem_post(&s);"], ["pthread_mutex_lock(&m);", "ready = 1;", "pthread_cond_signal(&c);", "pthread_mutex_unlock(&m);"],
           ["pthread_mutex_lock(&m);", "ready = 1;", "pthread_cond_broadcast(&c);", "pthread_mutex_unlock(&m);"], ["sem_trywait(&s);"]]
    acts = [r.choice(own) for _ in range(r.randint(1, 2))] + [[f"pthread_cancel(t[{number}]);"] for number in range(threads) if r.random() < 0.75 or number == threads - 1]
    r.shuffle(acts)
    lines += ["int main(void) {", f"    sem_init(&s, 0, {r.randint(0, 1)});"]
    lines += [f"    pthread_create(&t[{number}], NULL, w{number}, NULL);" for number in range(threads)]
    lines += [f"    pause_here(); {line}" for act in acts for line in act]
    lines += ["    void *result[2] = {0, 0};", "    int value;"]
    # Who has joined the other one has done so for main.
    for number in reversed(range(threads)):
        lines.append(f"    {'if (!joined) ' if joins and number == 0 else ''}pthread_join(t[{number}], &result[{number}]);")
    lines += ["    sem_getvalue(&s, &value);", "    int status = 1 + (!!result[0] + 2 * !!result[1] + 4 * (x % 6) + 24 * (value % 4)) % 120;"]
    return "\n".join(lines) + "\n"


def ends(statuses):
    """The end of `main`: each of these statuses has its own place, so that it is reported."""
    return "\n".join(["#ifdef PAUSES", "    return status;", "#endif", *(f"    if (status == {one}) exit({one});" for one in statuses), "    return 0;", "}"]) + "\n"


def native(file, folder):
    """The statuses that it ends with; `None` where it hangs."""
    binary = folder / (file.stem + ".bin")
    subprocess.run(["cc", "-w", "-O1", "-DPAUSES", str(file), "-o", str(binary), "-lpthread"], check=True)
    seen = set()
    for _ in range(RUNS):
        try:
            seen.add(subprocess.run([str(binary)], timeout=1).returncode)
        except subprocess.TimeoutExpired:
            seen.add(None)
            break
    binary.unlink()
    return seen


def test(tool, seed, file):
    text, wrong, tried = program(random.Random(seed)), [], False
    file.write_text(text + ends([]))
    seen = native(file, file.parent)
    file.write_text(text + ends(sorted(seen - {None})))
    for options in [["--explorer", "graph"], ["--explorer", "optimal", "--model", "sc"]]:
        report = check(tool, file, "--keep-going", "--no-advice", "--max-executions", "20000", *options)
        if report["verdict"] == "crash":
            wrong.append(report["message"])
        if report.get("limits") or report.get("unsupported"):
            continue
        # What happens after a fault is not explored.
        if {fault["kind"] for fault in report["faults"]} - {"exit-status", "deadlock", "liveness"}:
            continue
        tried = True
        messages = [fault["message"] for fault in report["faults"]]
        statuses = {int(status) for text in messages for status in re.findall(r"(?:exits with status|returns) (\d+)", text)}
        has_deadlock = any(fault["kind"] in ("deadlock", "liveness") for fault in report["faults"])
        missing = {status for status in seen if status not in statuses and not (status is None and has_deadlock)}
        if missing:
            wrong.append(f"{' '.join(options)}: natively {sorted(map(str, missing))}, found {sorted(statuses)}")
    return wrong if tried else None


if __name__ == "__main__":
    main("cancel", test)
