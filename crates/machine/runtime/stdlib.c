/* stdlib.h without memory, processes and the environment. */
#include "tb.h"

typedef unsigned char byte;
typedef int (*compare_t)(const void *, const void *);

char *setlocale(int category, const char *locale)
{
    if (category < 0 || category > 12)
        return NULL;
    if (!locale || !locale[0] || (locale[0] == 'C' && !locale[1]))
        return (char *)"C";
    return NULL;
}

/* struct lconv of the C locale; numbers that are not known are CHAR_MAX. */
struct lconv {
    char *point, *separator, *grouping, *money[7];
    char not_known[14];
};
_Static_assert(sizeof(struct lconv) == SIZE(96, 56), "as glibc");

struct lconv *localeconv(void)
{
    static char none[1], point[] = ".";
    static struct lconv conventions = {point, none, none, {none, none, none, none, none, none, none},
                                       {127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127}};
    return &conventions;
}

int abs(int x)
{
    return x < 0 ? -x : x;
}

long labs(long x)
{
    return x < 0 ? -x : x;
}

long long llabs(long long x)
{
    return x < 0 ? -x : x;
}

long long imaxabs(long long x)
{
    return llabs(x);
}

typedef struct {
    int quot, rem;
} div_t;
typedef struct {
    long quot, rem;
} ldiv_t;
typedef struct {
    long long quot, rem;
} lldiv_t;

div_t div(int a, int b)
{
    return (div_t){a / b, a % b};
}

ldiv_t ldiv(long a, long b)
{
    return (ldiv_t){a / b, a % b};
}

lldiv_t lldiv(long long a, long long b)
{
    return (lldiv_t){a / b, a % b};
}

lldiv_t imaxdiv(long long a, long long b)
{
    return lldiv(a, b);
}

/* The digits at *s as a number, saturating; *s moves behind them. *negative says whether there was a minus. */
static unsigned long long number(const char **s, int base, int *negative, int *overflow)
{
    const char *p = *s;
    while (is_space((unsigned char)*p))
        p++;
    *negative = *p == '-';
    if (is_sign((unsigned char)*p))
        p++;
    if ((base == 0 || base == 16) && p[0] == '0' && (p[1] | 32) == 'x' && digit(p[2]) < 16) {
        p += 2;
        base = 16;
    }
    if (base == 0)
        base = *p == '0' ? 8 : 10;
    unsigned long long value = 0;
    *overflow = 0;
    int any = 0;
    for (int d; (d = digit_of(*p, base)) < base; p++) {
        any = 1;
        unsigned long long next;
        if (__builtin_umulll_overflow(value, (unsigned long long)base, &next) ||
            __builtin_uaddll_overflow(next, (unsigned long long)d, &next))
            *overflow = 1;
        else
            value = next;
    }
    if (any)
        *s = p;
    return value;
}

/* As strtoull, but no more than `most`. */
static unsigned long long to_unsigned(const char *s, char **end, int base, unsigned long long most)
{
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return 0;
    }
    int negative, overflow;
    unsigned long long value = number(&s, base, &negative, &overflow);
    if (end)
        *end = (char *)s;
    if (overflow || value > most) {
        errno = ERANGE;
        return most;
    }
    unsigned long long below = (unsigned long long)negative;
    return (value ^ -below) + below;
}

/* As strtoll, but no more than `most`, and no less than what is one below -`most`. */
static long long to_signed(const char *s, char **end, int base, unsigned long long most)
{
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return 0;
    }
    int negative, overflow;
    unsigned long long value = number(&s, base, &negative, &overflow);
    if (end)
        *end = (char *)s;
    unsigned long long below = (unsigned long long)negative;
    if (overflow || value > most + below) {
        errno = ERANGE;
        value = most + below;
    }
    return (long long)((value ^ -below) + below);
}

#define SIGNED(name, type, most)                             \
    type name(const char *s, char **end, int base)           \
    {                                                        \
        return (type)to_signed(s, end, base, most);          \
    }
#define UNSIGNED(name, type, most)                           \
    type name(const char *s, char **end, int base)           \
    {                                                        \
        return (type)to_unsigned(s, end, base, most);        \
    }
SIGNED(strtol, long, LONG_MAX)
SIGNED(__isoc23_strtol, long, LONG_MAX)
SIGNED(strtoll, long long, LLONG_MAX)
SIGNED(strtoimax, long long, LLONG_MAX)
SIGNED(__isoc23_strtoll, long long, LLONG_MAX)
SIGNED(__isoc23_strtoimax, long long, LLONG_MAX)
UNSIGNED(strtoul, unsigned long, ULONG_MAX)
UNSIGNED(__isoc23_strtoul, unsigned long, ULONG_MAX)
UNSIGNED(strtoull, unsigned long long, ULLONG_MAX)
UNSIGNED(strtoumax, unsigned long long, ULLONG_MAX)
UNSIGNED(__isoc23_strtoull, unsigned long long, ULLONG_MAX)
UNSIGNED(__isoc23_strtoumax, unsigned long long, ULLONG_MAX)

int atoi(const char *s)
{
    return (int)strtol(s, NULL, 10);
}

long atol(const char *s)
{
    return strtol(s, NULL, 10);
}

long long atoll(const char *s)
{
    return strtoll(s, NULL, 10);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, compare_t compare)
{
    const byte *low = base;
    while (count > 0) {
        const byte *middle = low + count / 2 * size;
        int order = compare(key, middle);
        if (order == 0)
            return (void *)middle;
        if (order > 0) {
            low = middle + size;
            count--;
        }
        count /= 2;
    }
    return NULL;
}

typedef int (*compare_with_t)(const void *, const void *, void *);

/* Merges the sorted runs from..middle and middle..to (in elements). As it is written: a compiler makes an index of each
   comparison, and all that is read with it depends on all input. */
#pragma clang optimize off
static void merge(byte *a, byte *scratch, size_t from, size_t middle, size_t to, size_t size, compare_with_t compare,
                  void *with)
{
    size_t i = from, j = middle, k = 0;
    while (i < middle && j < to) {
        if (compare(a + i * size, a + j * size, with) <= 0)
            __builtin_memcpy(scratch + k++ * size, a + i++ * size, size);
        else
            __builtin_memcpy(scratch + k++ * size, a + j++ * size, size);
    }
    /* What is left of the second run is in its place already. */
    __builtin_memmove(a + (from + k) * size, a + i * size, (middle - i) * size);
    __builtin_memcpy(a + from * size, scratch, k * size);
}
#pragma clang optimize on

static void sort(byte *a, byte *scratch, size_t count, size_t size, compare_with_t compare, void *with)
{
    for (size_t run = 1; run < count; run *= 2)
        for (size_t from = 0; from + run < count; from += 2 * run) {
            size_t left = count - from;
            merge(a, scratch, from, from + run, from + (left < 2 * run ? left : 2 * run), size, compare, with);
        }
}

/* Stable, as glibc's is as long as it finds memory. */
void qsort_r(void *base, size_t count, size_t size, compare_with_t compare, void *with)
{
    if (count < 2 || size == 0)
        return;
    if (count * size <= 1024) {
        byte scratch[1024];
        sort(base, scratch, count, size, compare, with);
        return;
    }
    byte *scratch = malloc(count * size);
    if (!scratch)
        __builtin_trap();
    sort(base, scratch, count, size, compare, with);
    free(scratch);
}

static int without(const void *a, const void *b, void *compare)
{
    return (*(compare_t *)compare)(a, b);
}

void qsort(void *base, size_t count, size_t size, compare_t compare)
{
    qsort_r(base, count, size, without, &compare);
}

/* Each thread has a sequence of its own, so that what it draws does not depend on the schedule. The number of the thread
 * is a part of its seed: no two threads draw the same numbers. */
static _Thread_local unsigned __tb_rand_state;
static _Thread_local int __tb_rand_seeded;

int rand_r(unsigned *seed)
{
    unsigned next = *seed, result = 0;
    for (int bits = 0; bits < 3; bits++) {
        next = next * 1103515245 + 12345;
        result = bits == 0 ? next / 65536 % 2048 : (result << 10) ^ (next / 65536 % 1024);
    }
    *seed = next;
    return (int)result;
}

void srand(unsigned seed)
{
    /* The handle of `main` is 1: its numbers are those of the seed alone. */
    __tb_rand_state = seed + ((unsigned)pthread_self() - 1) * 2654435761u;
    __tb_rand_seeded = 1;
}

int rand(void)
{
    if (!__tb_rand_seeded)
        srand(1);
    return rand_r(&__tb_rand_state);
}

/* Random bytes are from the same sequence. */
void arc4random_buf(void *to, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((unsigned char *)to)[i] = (unsigned char)(rand() >> 8);
}

unsigned arc4random(void)
{
    unsigned number;
    arc4random_buf(&number, sizeof number);
    return number;
}

unsigned arc4random_uniform(unsigned below)
{
    return below < 2 ? 0 : arc4random() % below;
}

ssize_t getrandom(void *to, size_t n, unsigned flags)
{
    __tb_point();
    if (flags & ~7u)
        return tb_failed(EINVAL);
    arc4random_buf(to, n);
    return (ssize_t)n;
}

int getentropy(void *to, size_t n)
{
    if (n > 256)
        return tb_failed(5 /* EIO */);
    arc4random_buf(to, n);
    return 0;
}

void srandom(unsigned seed)
{
    srand(seed);
}

long random(void)
{
    return rand();
}
