//@ check: safe output="3 -4 2.50 x abc|7|ffff|"
// Variable arguments, forwarded as a list, read twice, of all sizes.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char line[64];

static int say(const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    fputs(line, stdout);
    return n;
}

struct pair { long a, b; };

static long total(int n, ...) {
    va_list args, again;
    va_start(args, n);
    va_copy(again, args);
    long sum = 0;
    for (int i = 0; i < n; i++) {
        struct pair p = va_arg(args, struct pair);
        sum += p.a * p.b;
    }
    for (int i = 0; i < n; i++)
        sum += va_arg(again, struct pair).a;
    va_end(args);
    va_end(again);
    return sum;
}

int main(void) {
    int n = say("%d %ld %.2f %c %.3s|%*d|%hx|", 3, -4L, 2.5f, 'x', "abcdef", 1, 7, 0x1ffff);
    assert(n == (int)strlen(line));
    assert(total(2, (struct pair){2, 3}, (struct pair){4, 5}) == 6 + 20 + 6);
    return 0;
}
