/* Wide characters in the C locale, where each byte is the character of that number. */
#include "tb.h"

typedef wchar_t_ wide;
#define EILSEQ 84

size_t wcslen(const wide *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

size_t wcsnlen(const wide *s, size_t most)
{
    size_t n = 0;
    while (n < most && s[n])
        n++;
    return n;
}

wide *wmemcpy(wide *to, const wide *from, size_t n)
{
    __builtin_memcpy(to, from, n * sizeof(wide));
    return to;
}

wide *wmempcpy(wide *to, const wide *from, size_t n)
{
    return wmemcpy(to, from, n) + n;
}

wide *wmemmove(wide *to, const wide *from, size_t n)
{
    __builtin_memmove(to, from, n * sizeof(wide));
    return to;
}

wide *wmemset(wide *to, wide c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = c;
    return to;
}

int wmemcmp(const wide *a, const wide *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

wide *wmemchr(const wide *in, wide c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (in[i] == c)
            return (wide *)(in + i);
    return NULL;
}

wide *wcpcpy(wide *to, const wide *from)
{
    size_t n = 0;
    while ((to[n] = from[n]))
        n++;
    __tb_apart(to, from, (n + 1) * sizeof(wide), (n + 1) * sizeof(wide));
    return to + n;
}

wide *wcscpy(wide *to, const wide *from)
{
    wcpcpy(to, from);
    return to;
}

wide *wcsncpy(wide *to, const wide *from, size_t n)
{
    size_t i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

wide *wcscat(wide *to, const wide *from)
{
    wcpcpy(to + wcslen(to), from);
    return to;
}

wide *wcsncat(wide *to, const wide *from, size_t n)
{
    wide *end = to + wcslen(to);
    size_t i = 0;
    for (; i < n && from[i]; i++)
        end[i] = from[i];
    end[i] = 0;
    return to;
}

int wcsncmp(const wide *a, const wide *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i] || !a[i])
            return a[i] < b[i] ? -1 : a[i] > b[i];
    return 0;
}

int wcscmp(const wide *a, const wide *b)
{
    return wcsncmp(a, b, ULONG_MAX);
}

int wcscoll(const wide *a, const wide *b)
{
    return wcscmp(a, b);
}

wide *wcschr(const wide *s, wide c)
{
    for (; *s != c; s++)
        if (!*s)
            return NULL;
    return (wide *)s;
}

wide *wcsrchr(const wide *s, wide c)
{
    const wide *found = NULL;
    for (;; s++) {
        if (*s == c)
            found = s;
        if (!*s)
            return (wide *)found;
    }
}

/* How many of the first characters of `s` are in the set, or are not. */
static size_t span(const wide *s, const wide *set, int in)
{
    size_t n = 0;
    while (s[n] && (wcschr(set, s[n]) != NULL) == in)
        n++;
    return n;
}

size_t wcsspn(const wide *s, const wide *set)
{
    return span(s, set, 1);
}

size_t wcscspn(const wide *s, const wide *set)
{
    return span(s, set, 0);
}

wide *wcspbrk(const wide *s, const wide *set)
{
    s += span(s, set, 0);
    return *s ? (wide *)s : NULL;
}

wide *wcsstr(const wide *s, const wide *what)
{
    size_t n = wcslen(what);
    for (;; s++) {
        if (wcsncmp(s, what, n) == 0)
            return (wide *)s;
        if (!*s)
            return NULL;
    }
}

wide *wcstok(wide *s, const wide *separators, wide **rest)
{
    if (!s)
        s = *rest;
    if (!s)
        return NULL;
    s += span(s, separators, 1);
    if (!*s) {
        *rest = NULL;
        return NULL;
    }
    wide *end = s + span(s, separators, 0);
    *rest = *end ? end + 1 : NULL;
    *end = 0;
    return s;
}

wide *wcsdup(const wide *s)
{
    size_t size = (wcslen(s) + 1) * sizeof(wide);
    wide *copy = malloc(size);
    if (copy)
        __builtin_memcpy(copy, s, size);
    return copy;
}

static int no_character(void)
{
    errno = EILSEQ;
    return -1;
}

size_t mbstowcs(wide *to, const char *from, size_t n)
{
    size_t i = 0;
    for (; !to || i < n; i++) {
        unsigned char c = (unsigned char)from[i];
        if (c > 127)
            return (size_t)no_character();
        if (to)
            to[i] = c;
        if (!c)
            break;
    }
    return i;
}

size_t wcstombs(char *to, const wide *from, size_t n)
{
    size_t i = 0;
    for (; !to || i < n; i++) {
        if ((unsigned)from[i] > 127)
            return (size_t)no_character();
        if (to)
            to[i] = (char)from[i];
        if (!from[i])
            break;
    }
    return i;
}

int mbtowc(wide *to, const char *from, size_t n)
{
    if (!from)
        return 0;
    if (n == 0)
        return -1;
    unsigned char c = (unsigned char)*from;
    if (c > 127)
        return no_character();
    if (to)
        *to = c;
    return c != 0;
}

int mblen(const char *from, size_t n)
{
    return mbtowc(NULL, from, n);
}

int wctomb(char *to, wide c)
{
    if (!to)
        return 0;
    if ((unsigned)c > 127)
        return no_character();
    *to = (char)c;
    return 1;
}

unsigned btowc(int c)
{
    return c < 0 || c > 127 ? -1u : (unsigned)c;
}

int wctob(unsigned c)
{
    return c > 127 ? -1 : (int)c;
}

#define CLASS(name, test)        \
    int name(unsigned c)         \
    {                            \
        return c < 128 && (test); \
    }
CLASS(iswupper, c >= 'A' && c <= 'Z')
CLASS(iswlower, c >= 'a' && c <= 'z')
CLASS(iswalpha, iswupper(c) || iswlower(c))
CLASS(iswdigit, c >= '0' && c <= '9')
CLASS(iswxdigit, digit((int)c) < 16)
CLASS(iswalnum, digit((int)c) < 36)
CLASS(iswspace, c == ' ' || (c >= '\t' && c <= '\r'))
CLASS(iswblank, c == ' ' || c == '\t')
CLASS(iswcntrl, c < 32 || c == 127)
CLASS(iswgraph, c > 32 && c < 127)
CLASS(iswprint, c >= 32 && c < 127)
CLASS(iswpunct, iswgraph(c) && !iswalnum(c))

unsigned towupper(unsigned c)
{
    return iswlower(c) ? c - 32 : c;
}

unsigned towlower(unsigned c)
{
    return iswupper(c) ? c + 32 : c;
}
