//@ cflags: -m32
//@ check: safe output="1 1099511627776 -5 xy 2.500000 (nil) 28 q 44 18446744073709551615\n1 1099511627776 -5 xy 2.500000 (nil) 28 q 44 18446744073709551615\n34359738368-k 7\n"
// Variable arguments lie one after the other, in 4 or 8 bytes.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct three {
    char c;
    long long l;
    short s;
};

static long long sum(int n, ...)
{
    va_list once, again;
    va_start(once, n);
    va_copy(again, once);
    long long total = 0;
    for (int i = 0; i < n; i++)
        total += va_arg(once, long long);
    for (int i = 0; i < n; i++)
        total -= 2 * va_arg(again, long long);
    va_end(once);
    va_end(again);
    return total;
}

static void say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

static int mixed(int n, ...)
{
    va_list list;
    va_start(list, n);
    struct three t = va_arg(list, struct three);
    double d = va_arg(list, double);
    char *p = va_arg(list, char *);
    long l = va_arg(list, long);
    va_end(list);
    return t.s + (int)d + *p + (int)l + (int)(t.l >> 32);
}

int main(void)
{
    const char *format = "%d %lld %ld %s %f %p %zu %c %hhd %llu\n";
    say(format, 1, 1LL << 40, -5L, "xy", 2.5, (void *)0, (size_t)28, 'q', 300, ~0ULL);
    printf(format, 1, 1LL << 40, -5L, "xy", 2.5, (void *)0, (size_t)28, 'q', 300, ~0ULL);
    assert(sum(3, 1LL, 2LL, 1LL << 33) == -3 - (1LL << 33));
    long long (*pointer)(int, ...) = sum;
    assert(pointer(1, 1LL << 35) == -(1LL << 35));
    struct three t = {1, 3LL << 32, 20};
    assert(mixed(1, t, 4.9, "\1", 100L) == 20 + 4 + 1 + 100 + 3);
    char text[64], *allocated;
    snprintf(text, sizeof text, "%lld-%s", 1LL << 35, "k");
    assert(asprintf(&allocated, "%d", 7) == 1);
    printf("%s %s\n", text, allocated);
    long long l;
    int i;
    long m;
    double d;
    assert(sscanf("12345678901 7 -3 2.5", "%lld %d %ld %lf", &l, &i, &m, &d) == 4);
    assert(l == 12345678901LL && i == 7 && m == -3 && d == 2.5);
    free(allocated);
    return 0;
}
