//@ check: safe
// What the program is told of its machine; and small functions of the library.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>
int main(void)
{
    struct utsname u;
    char name[100];
    assert(uname(&u) == 0 && !strcmp(u.sysname, "Linux"));
    assert(gethostname(name, sizeof name) == 0 && !strcmp(name, u.nodename));
    assert(gethostname(name, 2) == -1 && errno == ENAMETOOLONG);
    assert(getpgid(0) == getpgrp());
    uid_t a, b, c;
    assert(getresuid(&a, &b, &c) == 0 && a == getuid() && setuid(a) == 0);
    struct rlimit l;
    assert(getrlimit(RLIMIT_NOFILE, &l) == 0 && getdtablesize() > 0);
    unsigned cpu;
    assert(getcpu(&cpu, NULL) == 0);
    struct timespec t;
    assert(sched_rr_get_interval(0, &t) == 0);
    psignal(SIGINT, "told");
    sigset_t x, y, z;
    sigemptyset(&x), sigemptyset(&y), sigaddset(&x, SIGINT), sigaddset(&y, SIGTERM);
    assert(sigorset(&z, &x, &y) == 0 && sigismember(&z, SIGINT) && sigismember(&z, SIGTERM));
    assert(sigandset(&z, &x, &y) == 0 && sigisemptyset(&z));
    assert(strverscmp("a10", "a9") > 0 && strverscmp("a1", "a01") > 0 && strverscmp("x", "x") == 0);
    char state[64];
    struct random_data d = {0};
    int32_t r1, r2;
    assert(initstate_r(5, state, sizeof state, &d) == 0 && random_r(&d, &r1) == 0);
    assert(srandom_r(5, &d) == 0 && random_r(&d, &r2) == 0 && r1 == r2);
    return 0;
}
