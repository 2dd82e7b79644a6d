/* string.h and strings.h, byte by byte: every access is checked where it happens. */
#include "tb.h"

typedef unsigned char byte;

void *memcpy(void *to, const void *from, size_t n)
{
    __builtin_memcpy(to, from, n);
    return to;
}

void *memmove(void *to, const void *from, size_t n)
{
    __builtin_memmove(to, from, n);
    return to;
}

void *memset(void *to, int c, size_t n)
{
    __builtin_memset(to, c, n);
    return to;
}

void *mempcpy(void *to, const void *from, size_t n)
{
    __builtin_memcpy(to, from, n);
    return (char *)to + n;
}

void *__mempcpy(void *to, const void *from, size_t n)
{
    return mempcpy(to, from, n);
}

void *__memcpy_chk(void *to, const void *from, size_t n, size_t room)
{
    (void)room;
    return memcpy(to, from, n);
}

void *__memmove_chk(void *to, const void *from, size_t n, size_t room)
{
    (void)room;
    return memmove(to, from, n);
}

void *__memset_chk(void *to, int c, size_t n, size_t room)
{
    (void)room;
    return memset(to, c, n);
}

void bcopy(const void *from, void *to, size_t n)
{
    __builtin_memmove(to, from, n);
}

void bzero(void *to, size_t n)
{
    __builtin_memset(to, 0, n);
}

void explicit_bzero(void *to, size_t n)
{
    __builtin_memset(to, 0, n);
}

void *memccpy(void *to, const void *from, int c, size_t n)
{
    byte *t = to;
    const byte *f = from;
    size_t i = 0;
    while (i < n && (t[i] = f[i]) != (byte)c)
        i++;
    size_t copied = i < n ? i + 1 : n;
    __tb_apart(to, from, copied, copied);
    return i < n ? t + copied : NULL;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const byte *x = a, *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i]) {
            /* C says that both have n bytes; a comparison may look at all of them. */
            __tb_compared(a, n);
            __tb_compared(b, n);
            return x[i] < y[i] ? -1 : 1;
        }
    return 0;
}

int bcmp(const void *a, const void *b, size_t n)
{
    return memcmp(a, b, n);
}

void *memchr(const void *in, int c, size_t n)
{
    const byte *p = in;
    for (size_t i = 0; i < n; i++)
        if (p[i] == (byte)c)
            return (void *)(p + i);
    return NULL;
}

void *rawmemchr(const void *in, int c)
{
    const byte *p = in;
    while (*p != (byte)c)
        p++;
    return (void *)p;
}

void *memrchr(const void *in, int c, size_t n)
{
    const byte *p = in;
    while (n-- > 0)
        if (p[n] == (byte)c)
            return (void *)(p + n);
    return NULL;
}

void *memmem(const void *in, size_t n, const void *what, size_t m)
{
    const byte *p = in;
    if (m > n)
        return NULL;
    for (size_t i = 0; i + m <= n; i++)
        if (memcmp(p + i, what, m) == 0) {
            __tb_compared(in, n);
            return (void *)(p + i);
        }
    return NULL;
}

size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

size_t strnlen(const char *s, size_t max)
{
    size_t n = 0;
    while (n < max && s[n])
        n++;
    return n;
}

char *stpcpy(char *to, const char *from)
{
    size_t n = 0;
    while ((to[n] = from[n]))
        n++;
    __tb_apart(to, from, n + 1, n + 1);
    return to + n;
}

char *__stpcpy(char *to, const char *from)
{
    return stpcpy(to, from);
}

char *strcpy(char *to, const char *from)
{
    stpcpy(to, from);
    return to;
}

char *__strcpy_chk(char *to, const char *from, size_t room)
{
    (void)room;
    return strcpy(to, from);
}

char *stpncpy(char *to, const char *from, size_t n)
{
    size_t i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    size_t length = i;
    for (; i < n; i++)
        to[i] = 0;
    __tb_apart(to, from, n, length < n ? length + 1 : n);
    return to + length;
}

char *strncpy(char *to, const char *from, size_t n)
{
    stpncpy(to, from, n);
    return to;
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t room)
{
    (void)room;
    return strncpy(to, from, n);
}

size_t strlcpy(char *to, const char *from, size_t room)
{
    size_t i = 0;
    for (; from[i]; i++)
        if (i + 1 < room)
            to[i] = from[i];
    if (room)
        to[i < room ? i : room - 1] = 0;
    return i;
}

char *strcat(char *to, const char *from)
{
    stpcpy(to + strlen(to), from);
    return to;
}

char *__strcat_chk(char *to, const char *from, size_t room)
{
    (void)room;
    return strcat(to, from);
}

char *strncat(char *to, const char *from, size_t n)
{
    char *end = to + strlen(to);
    size_t i = 0;
    for (; i < n && from[i]; i++)
        end[i] = from[i];
    end[i] = 0;
    __tb_apart(to, from, (size_t)(end - to) + i + 1, i < n ? i + 1 : i);
    return to;
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t room)
{
    (void)room;
    return strncat(to, from, n);
}

size_t strlcat(char *to, const char *from, size_t room)
{
    size_t n = strnlen(to, room);
    return n == room ? n + strlen(from) : n + strlcpy(to + n, from, room - n);
}

int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return (int)(byte)*a - (int)(byte)*b;
}

int strncmp(const char *a, const char *b, size_t n)
{
    for (; n > 0; n--, a++, b++)
        if (*a != *b || !*a)
            return (int)(byte)*a - (int)(byte)*b;
    return 0;
}

int strcoll(const char *a, const char *b)
{
    return strcmp(a, b);
}

size_t strxfrm(char *to, const char *from, size_t n)
{
    size_t length = strlen(from);
    for (size_t i = 0; i < n && i <= length; i++)
        to[i] = from[i];
    return length;
}

static int low(char c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : (byte)c;
}

int strcasecmp(const char *a, const char *b)
{
    while (*a && low(*a) == low(*b)) {
        a++;
        b++;
    }
    return low(*a) - low(*b);
}

int strncasecmp(const char *a, const char *b, size_t n)
{
    for (; n > 0; n--, a++, b++)
        if (low(*a) != low(*b) || !*a)
            return low(*a) - low(*b);
    return 0;
}

char *strchrnul(const char *s, int c)
{
    while (*s && *s != (char)c)
        s++;
    return (char *)s;
}

char *strchr(const char *s, int c)
{
    char *at = strchrnul(s, c);
    return *at == (char)c ? at : NULL;
}

char *index(const char *s, int c)
{
    return strchr(s, c);
}

char *strrchr(const char *s, int c)
{
    const char *last = NULL;
    do
        if (*s == (char)c)
            last = s;
    while (*s++);
    return (char *)last;
}

char *rindex(const char *s, int c)
{
    return strrchr(s, c);
}

/* Whether a character is one of these. Which one makes no difference, so where they are input there
   is one question about all. */
static int __tb_is_one_of(char c, const char *of)
{
    int is = 0;
    for (; *of; of++)
        is |= *of == c;
    return is;
}

size_t strcspn(const char *s, const char *reject)
{
    size_t n = 0;
    while (s[n] && !__tb_is_one_of(s[n], reject))
        n++;
    return n;
}

size_t strspn(const char *s, const char *accept)
{
    size_t n = 0;
    while (s[n] && __tb_is_one_of(s[n], accept))
        n++;
    return n;
}

char *strpbrk(const char *s, const char *accept)
{
    s += strcspn(s, accept);
    return *s ? (char *)s : NULL;
}

char *strstr(const char *in, const char *what)
{
    size_t n = strlen(what);
    for (;; in++) {
        if (strncmp(in, what, n) == 0)
            return (char *)in;
        if (!*in)
            return NULL;
    }
}

char *strcasestr(const char *in, const char *what)
{
    size_t n = strlen(what);
    for (;; in++) {
        if (strncasecmp(in, what, n) == 0)
            return (char *)in;
        if (!*in)
            return NULL;
    }
}

char *strtok_r(char *s, const char *separators, char **rest)
{
    if (!s)
        s = *rest;
    s += strspn(s, separators);
    if (!*s) {
        *rest = s;
        return NULL;
    }
    char *end = s + strcspn(s, separators);
    *rest = *end ? end + 1 : end;
    *end = 0;
    return s;
}

char *__strtok_r(char *s, const char *separators, char **rest)
{
    return strtok_r(s, separators, rest);
}

/* One place for all threads, as in glibc: two threads that use it race. */
static char *__tb_strtok_position;

char *strtok(char *s, const char *separators)
{
    return strtok_r(s, separators, &__tb_strtok_position);
}

char *strsep(char **rest, const char *separators)
{
    char *s = *rest;
    if (!s)
        return NULL;
    char *end = s + strcspn(s, separators);
    *rest = *end ? end + 1 : NULL;
    *end = 0;
    return s;
}

char *strndup(const char *s, size_t n)
{
    size_t length = strnlen(s, n);
    char *copy = malloc(length + 1);
    if (!copy)
        return NULL;
    __builtin_memcpy(copy, s, length);
    copy[length] = 0;
    return copy;
}

char *__strndup(const char *s, size_t n)
{
    return strndup(s, n);
}

char *strdup(const char *s)
{
    return strndup(s, ULONG_MAX);
}

char *__strdup(const char *s)
{
    return strdup(s);
}

void swab(const void *from, void *to, ssize_t n)
{
    const byte *f = from;
    byte *t = to;
    for (ssize_t i = 0; i + 1 < n; i += 2) {
        byte first = f[i];
        t[i] = f[i + 1];
        t[i + 1] = first;
    }
}

int ffs(int x)
{
    return x ? __builtin_ctz((unsigned)x) + 1 : 0;
}

int ffsl(long x)
{
    return x ? __builtin_ctzl((unsigned long)x) + 1 : 0;
}

int ffsll(long long x)
{
    return x ? __builtin_ctzll((unsigned long long)x) + 1 : 0;
}
