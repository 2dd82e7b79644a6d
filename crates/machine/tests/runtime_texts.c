/* As runtime.c, with arguments at random: times and what is read in formats, patterns, random numbers, wide characters. */
#define _GNU_SOURCE
#include "primitives.h"
#include <fnmatch.h>
#include <libgen.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

/* No stream is read. */
void *tb_stdin;
int __tb_is_input(void *stream)
{
    return 0;
}
int __tb_input_next(void *stream)
{
    abort();
}
void __tb_input_return(void *stream, int c)
{
    (void)c;
}
void __tb_pass(void *stream)
{
    (void)stream;
}
int __tb_is_replaced(void)
{
    return 0;
}
void __tb_input_lock(void *stream)
{
}
void __tb_input_unlock(void *stream)
{
}
void tb___tb_unsupported_scanf(void)
{
    failures++;
}
void tb___tb_unsupported_fnmatch(void)
{
    failures++;
}
double tb_strtod(const char *s, char **end)
{
    return strtod(s, end);
}
float tb_strtof(const char *s, char **end)
{
    return strtof(s, end);
}
int tb_snprintf(char *to, size_t room, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(to, room, format, args);
    va_end(args);
    return length;
}

#define OURS(name) extern __typeof__(name) tb_##name;
OURS(strerror)
OURS(strsignal)
OURS(dirname)
OURS(__xpg_basename)
OURS(strftime)
OURS(gmtime_r)
OURS(localtime_r)
OURS(mktime)
OURS(vsscanf)
OURS(fnmatch)
OURS(strverscmp)
OURS(initstate_r)
OURS(setstate_r)
OURS(srandom_r)
OURS(random_r)
OURS(drand48)
OURS(lrand48)
OURS(mrand48)
OURS(erand48)
OURS(nrand48)
OURS(jrand48)
OURS(srand48)
OURS(seed48)
OURS(lcong48)
OURS(drand48_r)
OURS(srand48_r)
OURS(wcscmp)
OURS(wcsncmp)
OURS(wcsstr)
OURS(wcsspn)
OURS(wcscspn)
OURS(wcsrchr)
OURS(wcstok)
OURS(wcsncpy)
OURS(mbstowcs)
OURS(wcstombs)

/* The main thread. */
unsigned long pthread_self(void)
{
    return 1;
}

static void differ(const char *what, const char *with, const char *on, const char *ours, const char *theirs)
{
    if (failures++ < 20)
        printf("%s %s of '%s': '%s', but it is '%s'\n", what, with, on, ours, theirs);
}

static unsigned below(unsigned most)
{
    static unsigned long long state = 1;
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(state >> 33) % most;
}

/* Some of the pieces in a row. */
static void pick(char *to, const char *const *pieces, unsigned count, unsigned most)
{
    *to = 0;
    for (unsigned n = below(most + 1); n > 0; n--)
        strcat(to, pieces[below(count)]);
}
#define PICK(to, pieces, most) pick(to, pieces, sizeof pieces / sizeof *pieces, most)

static void times(void)
{
    static const char *const flags[] = {"_", "-", "0", "^", "#"};
    static const char kinds[] = "aAbhBcCdDxeFgGHIjklmMnpPrRsStTXuUVwWyYzZ%+Nq!";
    for (int round = 0; round < 300000; round++) {
        time_t time = (time_t)below(1u << 31) * (round % 3 ? 1 : 40) - (round % 5 ? 0 : 1L << 36);
        struct tm theirs = {0}, ours = {0};
        int local = round & 8;
        local ? localtime_r(&time, &theirs) : gmtime_r(&time, &theirs);
        local ? tb_localtime_r(&time, &ours) : tb_gmtime_r(&time, &ours);
        if (memcmp(&theirs, &ours, 9 * sizeof(int)) || theirs.tm_gmtoff || strcmp(theirs.tm_zone, ours.tm_zone))
            differ("time", theirs.tm_zone, "", ours.tm_zone, "");
        char with[40] = "%", x[300] = "", y[300] = "";
        PICK(with + 1, flags, 3);
        if (below(2))
            sprintf(with + strlen(with), "%u", below(20));
        if (below(5) == 0)
            strcat(with, below(2) ? "E" : "O");
        strncat(with, kinds + below(sizeof kinds - 1), 1);
        strcat(with, below(4) ? "" : "x");
        if (below(20) == 0)
            theirs.tm_wday = (int)below(9) - 1, theirs.tm_hour = (int)below(30), theirs.tm_mon = (int)below(14) - 1;
        if (below(20) == 0)
            theirs.tm_isdst = (int)below(2) - 1, theirs.tm_gmtoff = (int)below(50000) - 25000;
        size_t room = below(5) ? sizeof x : below(12);
        size_t expected = strftime(x, room, with, &theirs), got = tb_strftime(y, room, with, &theirs);
        if (expected != got || (expected && strcmp(x, y)))
            differ("strftime", with, "", y, x);
    }
}

static int ours_of(const char *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int result = tb_vsscanf(text, format, args);
    va_end(args);
    return result;
}

static void numbers(void)
{
    static const char *const pieces[] = {"0",  "0x", "1", "9",   "a", "f", "e", "E", "+",        "-",       ".",     "p",
                                         "1e", "X8", " ", "inf", "i", "n", "N", "t", "infinity", "nan(1)", "INFINI", "z"};
    static const char *const kinds[] = {"d", "i", "x",  "o", "u", "ld", "hhd", "lli",    "hx", "f",
                                        "lf", "e", "a", "g", "s", "c",  "[0-9]", "[^e-n]", "p"};
    for (int round = 0; round < 300000; round++) {
        char text[80], format[32] = "%", a[80] = {0}, b[80] = {0}, x = 1, y = 1;
        int p = -7, q = -7;
        PICK(text, pieces, 5);
        if (below(3) == 0)
            sprintf(format + 1, "%u", below(7) + 1);
        strcat(strcat(format, kinds[below(sizeof kinds / sizeof *kinds)]), "%n%c");
        int expected = sscanf(text, format, a, &p, &x), got = ours_of(text, format, b, &q, &y);
        if (expected != got || memcmp(a, b, sizeof a) || p != q || x != y)
            differ("sscanf", format, text, b, a);
    }
}

/* Patterns that are well formed: of the others POSIX says nothing. */
static void patterns(void)
{
    static const char *const pieces[] = {"a", "b", "*", "?", "/", ".", "A", "[a-c]", "[!a]", "[[:alpha:]x]", "[]b]", "\\*", "-"};
    static const char *const names[] = {"a", "b", "c", "A", "/", ".", "*", "]", "x", "-"};
    for (int round = 0; round < 300000; round++) {
        char pattern[80], name[20];
        PICK(pattern, pieces, 5);
        PICK(name, names, 6);
        int flags = (int)below(32) & (FNM_PATHNAME | FNM_LEADING_DIR | FNM_CASEFOLD);
        if (fnmatch(pattern, name, flags) != tb_fnmatch(pattern, name, flags))
            differ("fnmatch", pattern, name, "", "");
    }
}

static void paths(void)
{
    static const char *const pieces[] = {"/", "a", "b.c", "..", "//"};
    for (int round = 0; round < 20000; round++) {
        char path[40], copy[40], a[40], b[40];
        PICK(path, pieces, 7);
        strcpy(copy, path);
        strcpy(a, dirname(path));
        strcpy(b, tb_dirname(strcpy(path, copy)));
        if (strcmp(a, b) != 0)
            differ("dirname", "", copy, b, a);
        strcpy(a, __xpg_basename(strcpy(path, copy)));
        strcpy(b, tb___xpg_basename(strcpy(path, copy)));
        if (strcmp(a, b) != 0)
            differ("basename", "", copy, b, a);
    }
}

static void random_numbers(void)
{
    struct drand48_data theirs = {0}, ours = {0};
    for (int round = 0; round < 1000; round++) {
        unsigned short x[7], y[7];
        for (int i = 0; i < 7; i++)
            x[i] = y[i] = (unsigned short)below(65536);
        int same = drand48() == tb_drand48() && lrand48() == tb_lrand48() && mrand48() == tb_mrand48();
        same &= erand48(x) == tb_erand48(y) && nrand48(x) == tb_nrand48(y) && jrand48(x) == tb_jrand48(y);
        same &= memcmp(x, y, sizeof x) == 0;
        double a, b;
        drand48_r(&theirs, &a);
        tb_drand48_r(&ours, &b);
        same &= a == b;
        if (round % 7 == 0) {
            srand48(x[0] * -123456789L);
            tb_srand48(x[0] * -123456789L);
            srand48_r(x[1], &theirs);
            tb_srand48_r(x[1], &ours);
        }
        if (round % 11 == 0)
            same &= memcmp(seed48(x), tb_seed48(y), 6) == 0;
        if (round % 31 == 0) {
            lcong48(x);
            tb_lcong48(y);
        }
        if (!same)
            differ("drand48", "", "", "", "");
    }
}

static int sign(int x)
{
    return (x > 0) - (x < 0);
}

static void wide(void)
{
    static const char *const pieces[] = {"a", "b", "c", "ab", "", "z"};
    for (int round = 0; round < 20000; round++) {
        char s[20], t[20];
        wchar_t a[20], b[20], c[20] = {9}, d[20] = {9};
        PICK(s, pieces, 6);
        PICK(t, pieces, 3);
        size_t n = below(8), done = mbstowcs(a, s, 20), ours = tb_mbstowcs(b, s, 20);
        int same = done == ours && wmemcmp(a, b, done + 1) == 0;
        mbstowcs(b, t, 20);
        same &= sign(wcscmp(a, b)) == sign(tb_wcscmp(a, b)) && sign(wcsncmp(a, b, n)) == sign(tb_wcsncmp(a, b, n));
        same &= wcsstr(a, b) == tb_wcsstr(a, b) && wcsspn(a, b) == tb_wcsspn(a, b) && wcscspn(a, b) == tb_wcscspn(a, b);
        same &= wcsrchr(a, L'a') == tb_wcsrchr(a, L'a') && wcsrchr(a, 0) == tb_wcsrchr(a, 0);
        wcsncpy(c, a, n);
        tb_wcsncpy(d, a, n);
        char x[20] = "", y[20] = "";
        same &= wmemcmp(c, d, 20) == 0 && wcstombs(x, a, n) == tb_wcstombs(y, a, n) && memcmp(x, y, 20) == 0;
        wmemcpy(c, a, 20);
        wchar_t *rest, *left, *p = a, *q = c;
        for (int first = 1; p; first = 0) {
            p = wcstok(first ? a : NULL, b, &rest);
            q = tb_wcstok(first ? c : NULL, b, &left);
            same &= p ? q && p - a == q - c && wcscmp(p, q) == 0 : !q;
            if (!same)
                break;
        }
        if (!same)
            differ("wide characters", t, s, "", "");
    }
}

static void versions(void)
{
    for (int i = 0; i < 200000; i++) {
        char a[8] = "", b[8] = "";
        for (int k = rand() % 7; k > 0; k--)
            a[k - 1] = "0019ab"[rand() % 6], b[k - 1] = rand() % 4 ? a[k - 1] : "0019ab"[rand() % 6];
        int ours = tb_strverscmp(a, b), theirs = strverscmp(a, b);
        if ((ours > 0) != (theirs > 0) || (ours < 0) != (theirs < 0))
            differ("strverscmp", a, b, "", "");
    }
}

static void states_of_random(void)
{
    static int a[64], b[64];
    for (unsigned size = 8; size <= 256; size *= 2) {
        struct random_data ours = {0}, theirs = {0};
        tb_initstate_r(size, (char *)a, size, &ours), initstate_r(size, (char *)b, size, &theirs);
        for (int i = 0; i < 1000; i++) {
            int x, y;
            if (i % 97 == 50)
                tb_setstate_r((char *)a, &ours), setstate_r((char *)b, &theirs);
            if (i % 400 == 399)
                tb_srandom_r(i, &ours), srandom_r(i, &theirs);
            tb_random_r(&ours, &x), random_r(&theirs, &y);
            if (x != y)
                differ("random_r", "", "", "", "");
        }
    }
}

int main(void)
{
    setenv("TZ", "UTC0", 1);
    for (int error = -3; error < 200; error++)
        if (strcmp(strerror(error), tb_strerror(error)) != 0)
            differ("strerror", "", "", tb_strerror(error), strerror(error));
    for (int signal = -1; signal < 70; signal++)
        if (strcmp(strsignal(signal), tb_strsignal(signal)) != 0)
            differ("strsignal", "", "", tb_strsignal(signal), strsignal(signal));
    paths();
    times();
    numbers();
    patterns();
    random_numbers();
    versions();
    states_of_random();
    wide();
    printf("%d differences\n", failures);
    return failures != 0;
}
