//@ cflags: -m32
//@ check: safe
//@ check --symbolic: safe
// What the sizes of i386 are, and what the libraries make of them.
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct mixed {
    char c;
    long long l;
    double d;
    void *p;
    short h;
};

static int g = 5, *gp = &g;
static intptr_t number = (intptr_t)&g;
static const char *names[] = {"a", "bc", 0};
static struct { char c; struct mixed *m; int (*compare)(const char *, const char *); } nested = {1, 0, strcmp};

static struct mixed changed(struct mixed m, int by)
{
    m.h += by;
    return m;
}

static int less(const void *a, const void *b)
{
    return *(const long *)a < *(const long *)b ? -1 : *(const long *)a > *(const long *)b;
}

static void layouts(void)
{
    assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(size_t) == 4 && sizeof(long double) == 12);
    assert(sizeof(struct mixed) == 28 && offsetof(struct mixed, l) == 4 && offsetof(struct mixed, p) == 20);
    assert(sizeof(pthread_mutex_t) == 24 && sizeof(sem_t) == 16 && sizeof(struct timespec) == 8);
    struct mixed m = {1, 1LL << 40, 3.5, &g, 7}, n = changed(m, 3);
    assert(n.h == 10 && m.h == 7 && n.l == 1LL << 40 && n.d == 3.5 && n.p == &g);
    assert(*gp == 5 && number == (intptr_t)&g && *(int *)number == 5);
    assert(!strcmp(names[1], "bc") && !names[2] && nested.compare("x", "x") == 0);
    assert((uintptr_t)((char *)0 - 1) == UINT_MAX);
}

static void numbers(void)
{
    char *end;
    assert(strtol("99999999999", &end, 10) == LONG_MAX && errno == ERANGE && !*end);
    assert(strtol("-2147483648", &end, 10) == LONG_MIN);
    assert(strtoul("4294967295", NULL, 10) == ULONG_MAX);
    assert(strtoll("99999999999", &end, 10) == 99999999999LL);
    assert(strtoll("-9223372036854775808", 0, 0) == LLONG_MIN);
    assert(strtoull("18446744073709551615", 0, 0) == ULLONG_MAX);
    assert(imaxabs(-5000000000LL) == 5000000000LL && imaxdiv(10000000000LL, 3).quot == 3333333333LL);
    assert(ldiv(-7, 2).rem == -1 && lldiv(10000000000LL, 7).rem == 4);
    assert(lround(-2.5) == -3 && llround(5e9) == 5000000000LL);
}

static void blocks(void)
{
    long many[] = {5, -3, LONG_MAX, LONG_MIN, 1}, key = 5;
    qsort(many, 5, sizeof *many, less);
    assert(many[0] == LONG_MIN && many[1] == -3 && many[4] == LONG_MAX);
    assert(bsearch(&key, many, 5, sizeof *many, less) == &many[3]);
    char *m = malloc(5000), *last = m + 4999;
    assert(m);
    memset(m, 3, 5000);
    intptr_t number = (intptr_t)m;
    assert(*last == 3 && last - m == 4999 && *(char *)(number + 4000) == 3);
    void *aligned;
    assert(posix_memalign(&aligned, 4, 100) == 0 && (uintptr_t)aligned % 4 == 0);
    free(aligned);
    free(m);
    assert(malloc((size_t)-1) == NULL && calloc(1 << 20, 1 << 20) == NULL);
}

static void times(void)
{
    time_t at = 951827696; /* 29 February 2000 */
    struct tm *tm = gmtime(&at);
    assert(tm->tm_year == 100 && tm->tm_mon == 1 && tm->tm_mday == 29 && timegm(tm) == at);
    struct tm late = {.tm_year = 200};
    assert(timegm(&late) == -1);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, 40);
    assert(sigismember(&set, 40) && !sigismember(&set, 8));
}

int main(int argc, char **argv)
{
    assert(argc == 1 && !strcmp(argv[0], "program") && !argv[1]);
    layouts();
    numbers();
    blocks();
    times();
    return 0;
}
