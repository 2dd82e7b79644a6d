/* Compares the pure functions of the runtime (linked with the prefix tb_) with those of the C library here. Prints what
 * differs; run by runtime.rs. */
#define _GNU_SOURCE
#include "primitives.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

void __tb_point(void) {}

/* Our functions, with the types of theirs. */
#define OURS(name) extern __typeof__(name) tb_##name;
#define ALL(X)                                                                                                         \
    X(memccpy) X(memcmp) X(memchr) X(memrchr) X(memmem) X(strlen) X(strnlen) X(stpcpy) X(strcpy) X(stpncpy) X(strncpy) \
    X(strcat) X(strncat) X(strcmp) X(strncmp) X(strcasecmp) X(strncasecmp) X(strchrnul) X(strchr) X(strrchr)           \
    X(strcspn) X(strspn) X(strpbrk) X(strstr) X(strcasestr) X(strtok_r) X(strsep) X(strndup) X(strdup) X(swab) X(ffs)  \
    X(ffsl) X(ffsll) X(strtol) X(strtoul) X(strtoll) X(strtoull) X(atoi) X(atol) X(abs) X(labs) X(div) X(ldiv)         \
    X(bsearch) X(qsort) X(qsort_r) X(rand_r) X(strerror) X(__xpg_strerror_r) X(__ctype_b_loc) X(__ctype_tolower_loc)   \
    X(__ctype_toupper_loc) X(strxfrm) X(mempcpy) X(memmove)
void swab(const void *, void *, ssize_t);
int __xpg_strerror_r(int, char *, size_t);
ALL(OURS)
#define CTYPE(X)                                                                                                       \
    X(isalnum) X(isalpha) X(isblank) X(iscntrl) X(isdigit) X(isgraph) X(islower) X(isprint) X(ispunct) X(isspace)      \
    X(isupper) X(isxdigit)
#define OURS_INT(name) extern int tb_##name(int);
CTYPE(OURS_INT) OURS_INT(tolower) OURS_INT(toupper)

static void differ(const char *what, long a, long b, const char *s, const char *t, long n)
{
    printf("%s(\"%s\", \"%s\", %ld): %ld, not %ld\n", what, s, t, n, a, b);
    failures++;
}

static int sign(int x)
{
    return (x > 0) - (x < 0);
}

/* Where a pointer is in a string, comparable between copies. */
static long at(const char *p, const char *base)
{
    return p ? p - base : -1;
}

static const char *const words[] = {"",     "a",    "ab",     "abc",   "ABC",    "abcabd", "xabcabdx", "aaaaab",
                                    "aab",  "b",    "\xff\x80", "\x7f", "a,b,,c", ",,a",    "a b\tc",   "zzzzzzzzzzzzzzzzzzzz",
                                    "ABd",  "abC\xe9", ",",   "hello world"};
#define WORDS (int)(sizeof words / sizeof *words)

static void pairs(const char *s, const char *t)
{
#define SIGN(f)                                    \
    if (sign(f(s, t)) != sign(tb_##f(s, t)))       \
        differ(#f, tb_##f(s, t), f(s, t), s, t, 0);
#define POSITION(f)                                              \
    if (f(s, t) != tb_##f(s, t))                                 \
        differ(#f, at(tb_##f(s, t), s), at(f(s, t), s), s, t, 0);
#define NUMBER(f)                                         \
    if (f(s, t) != tb_##f(s, t))                          \
        differ(#f, (long)tb_##f(s, t), (long)f(s, t), s, t, 0);
    SIGN(strcmp) SIGN(strcasecmp) POSITION(strstr) POSITION(strcasestr) POSITION(strpbrk) NUMBER(strspn) NUMBER(strcspn)
    char a[128], b[128];
#define COPY(call_ours, call_theirs, name, n)                          \
    memset(a, 'q', sizeof a), memset(b, 'q', sizeof b);                \
    strcpy(a, "pre"), strcpy(b, "pre");                                \
    if ((call_ours) != (call_theirs) || memcmp(a, b, sizeof a) != 0)   \
        differ(name, 0, 0, s, t, n);
    COPY(tb_strcpy(a, s) - a, strcpy(b, s) - b, "strcpy", 0)
    COPY(tb_stpcpy(a, s) - a, stpcpy(b, s) - b, "stpcpy", 0)
    COPY(tb_strcat(a, s) - a, strcat(b, s) - b, "strcat", 0)
    for (size_t n = 0; n < 24; n++) {
        if (sign(strncmp(s, t, n)) != sign(tb_strncmp(s, t, n)))
            differ("strncmp", tb_strncmp(s, t, n), strncmp(s, t, n), s, t, (long)n);
        if (sign(strncasecmp(s, t, n)) != sign(tb_strncasecmp(s, t, n)))
            differ("strncasecmp", tb_strncasecmp(s, t, n), strncasecmp(s, t, n), s, t, (long)n);
        if (strnlen(s, n) != tb_strnlen(s, n))
            differ("strnlen", 0, 0, s, t, (long)n);
        COPY(tb_strncpy(a, s, n) - a, strncpy(b, s, n) - b, "strncpy", (long)n)
        COPY(tb_stpncpy(a, s, n) - a, stpncpy(b, s, n) - b, "stpncpy", (long)n)
        COPY(tb_strncat(a, s, n) - a, strncat(b, s, n) - b, "strncat", (long)n)
        COPY((long)tb_strxfrm(a, s, n), (long)strxfrm(b, s, n), "strxfrm", (long)n)
        size_t l = strlen(s) + 1, m = strlen(t);
        if (n <= l && n <= m + 1) {
            if (sign(memcmp(s, t, n)) != sign(tb_memcmp(s, t, n)))
                differ("memcmp", tb_memcmp(s, t, n), memcmp(s, t, n), s, t, (long)n);
        }
        if (n <= m && memmem(s, l, t, n) != tb_memmem(s, l, t, n))
            differ("memmem", 0, 0, s, t, (long)n);
    }
    strcpy(a, s), strcpy(b, s);
    char *ra, *rb, *ta = tb_strtok_r(a, t, &ra), *tb = strtok_r(b, t, &rb);
    for (; ta || tb; ta = tb_strtok_r(NULL, t, &ra), tb = strtok_r(NULL, t, &rb))
        if (!ta || !tb || ta - a != tb - b || strcmp(ta, tb) != 0) {
            differ("strtok_r", 0, 0, s, t, 0);
            break;
        }
    strcpy(a, s), strcpy(b, s);
    ra = a, rb = b;
    while (rb || ra) {
        ta = tb_strsep(&ra, t), tb = strsep(&rb, t);
        if (!ta || !tb || ta - a != tb - b || strcmp(ta, tb) != 0) {
            differ("strsep", 0, 0, s, t, 0);
            break;
        }
    }
}

static void characters(const char *s)
{
    for (int c = -128; c < 256; c++) {
        if (strchr(s, c) != tb_strchr(s, c) || strchrnul(s, c) != tb_strchrnul(s, c) || strrchr(s, c) != tb_strrchr(s, c))
            differ("strchr", 0, 0, s, "", c);
        size_t n = strlen(s);
        if (memchr(s, c, n) != tb_memchr(s, c, n) || memrchr(s, c, n) != tb_memrchr(s, c, n))
            differ("memchr", 0, 0, s, "", c);
        char a[64] = {0}, b[64] = {0};
        if (at(tb_memccpy(a, s, c, n), a) != at(memccpy(b, s, c, n), b) || memcmp(a, b, sizeof a) != 0)
            differ("memccpy", 0, 0, s, "", c);
    }
    char *copy = tb_strdup(s), *part = tb_strndup(s, 3), a[64] = {0}, b[64] = {0};
    if (strcmp(copy, s) != 0 || strncmp(part, s, 3) != 0 || strlen(part) > 3 || tb_strlen(s) != strlen(s))
        differ("strdup", 0, 0, s, "", 0);
    free(copy), free(part);
    tb_swab(s, a, (ssize_t)strlen(s)), swab(s, b, (ssize_t)strlen(s));
    if (memcmp(a, b, sizeof a & ~1UL) != 0)
        differ("swab", 0, 0, s, "", 0);
}

static void numbers(void)
{
    static const char *const texts[] = {"",      "0",        "-0",   " 12x",     "+7",   "--1",      "0x1F",       "0x",
                                        "0xg",   "017",      "089",  "zz",       "-zz",  "2147483648", "-2147483649",
                                        "9223372036854775807", "9223372036854775808", "-9223372036854775808",
                                        "-9223372036854775809", "18446744073709551615", "18446744073709551616",
                                        "-18446744073709551615", "99999999999999999999999", "\t\n\v\f\r 5", "1_0", "0b11"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int base = -1; base <= 37; base++) {
            const char *s = texts[i];
            char *a = NULL, *b = NULL;
#define PARSE(f)                                                                             \
    {                                                                                        \
        errno = 0;                                                                           \
        __typeof__(f(s, &b, base)) x = f(s, &b, base);                                       \
        int e = errno;                                                                       \
        errno = 0;                                                                           \
        __typeof__(x) y = tb_##f(s, &a, base);                                               \
        if (x != y || ((base == 0 || (base > 1 && base <= 36)) && a != b) || e != errno)     \
            differ(#f, (long)y, (long)x, s, "", base);                                       \
    }
            PARSE(strtol) PARSE(strtoul) PARSE(strtoll) PARSE(strtoull)
            if (tb_atoi(s) != atoi(s) || tb_atol(s) != atol(s))
                differ("atoi", tb_atoi(s), atoi(s), s, "", 0);
        }
    for (long x = -70; x < 70; x++)
        for (long y = -9; y < 10; y++) {
            if (tb_ffsl(x << (x & 31)) != ffsl(x << (x & 31)) || tb_ffs((int)x) != ffs((int)x) || tb_abs((int)x) != abs((int)x))
                differ("ffs", 0, 0, "", "", x);
            if (y == 0)
                continue;
            div_t a = tb_div((int)x, (int)y), b = div((int)x, (int)y);
            ldiv_t c = tb_ldiv(x, y), d = ldiv(x, y);
            if (a.quot != b.quot || a.rem != b.rem || c.quot != d.quot || c.rem != d.rem)
                differ("div", a.quot, b.quot, "", "", x);
        }
    unsigned a = 42, b = 42;
    for (int i = 0; i < 1000; i++)
        if (tb_rand_r(&a) != rand_r(&b))
            differ("rand_r", 0, 0, "", "", i);
    for (int e = -2; e < 140; e++)
        if (strcmp(tb_strerror(e), strerror(e)) != 0 && strncmp(tb_strerror(e), "Unknown error ", 14) != 0)
            differ("strerror", 0, 0, tb_strerror(e), strerror(e), e);
}

typedef struct {
    int key, place;
} pair;

static int by_key(const void *a, const void *b)
{
    return ((const pair *)a)->key - ((const pair *)b)->key;
}

static int by_byte(const void *a, const void *b, void *with)
{
    ++*(int *)with;
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

static void sorting(void)
{
    unsigned seed = 7;
    for (int n = 0; n < 300; n++) {
        pair a[300], b[300];
        for (int i = 0; i < n; i++)
            a[i] = b[i] = (pair){rand_r(&seed) % (n + 1), i};
        tb_qsort(a, (size_t)n, sizeof *a, by_key);
        qsort(b, (size_t)n, sizeof *b, by_key);
        for (int i = 0; i < n; i++)
            if (a[i].key != b[i].key || (i > 0 && a[i - 1].key == a[i].key && a[i - 1].place > a[i].place))
                differ("qsort", i, 0, "", "", n);
        for (int k = -1; k <= n + 1; k++) {
            pair key = {k, 0};
            pair *x = tb_bsearch(&key, a, (size_t)n, sizeof *a, by_key), *y = bsearch(&key, b, (size_t)n, sizeof *b, by_key);
            if (!x != !y || (x && x->key != k))
                differ("bsearch", k, 0, "", "", n);
        }
        unsigned char c[300], d[300];
        int calls = 0;
        for (int i = 0; i < n; i++)
            c[i] = d[i] = (unsigned char)rand_r(&seed);
        tb_qsort_r(c, (size_t)n, 1, by_byte, &calls);
        qsort_r(d, (size_t)n, 1, by_byte, &calls);
        if (memcmp(c, d, (size_t)n) != 0)
            differ("qsort_r", 0, 0, "", "", n);
    }
}

int main(void)
{
    for (int i = 0; i < WORDS; i++) {
        characters(words[i]);
        for (int j = 0; j < WORDS; j++)
            pairs(words[i], words[j]);
    }
    numbers();
    sorting();
    for (int c = -128; c < 256; c++) {
        if ((*__ctype_b_loc())[c] != (*tb___ctype_b_loc())[c] || (*__ctype_tolower_loc())[c] != (*tb___ctype_tolower_loc())[c] ||
            (*__ctype_toupper_loc())[c] != (*tb___ctype_toupper_loc())[c])
            differ("ctype", (*tb___ctype_b_loc())[c], (*__ctype_b_loc())[c], "", "", c);
#define CLASS(f)                \
    if (!f(c) != !tb_##f(c))    \
        differ(#f, 0, 0, "", "", c);
        CTYPE(CLASS)
        if (tolower(c) != tb_tolower(c) || toupper(c) != tb_toupper(c))
            differ("tolower", 0, 0, "", "", c);
    }
    printf("%d differences\n", failures);
    return failures != 0;
}
