//@ check: safe executions=1
#include <assert.h>
#include <stdarg.h>

struct pair { long a, b; };

static double sum(const char *types, ...) {
    va_list list;
    va_start(list, types);
    double total = 0;
    for (; *types; types++)
        switch (*types) {
        case 'i': total += va_arg(list, int); break;
        case 'l': total += (double)va_arg(list, long); break;
        case 'd': total += va_arg(list, double); break;
        case 'p': total += *va_arg(list, int *); break;
        }
    va_end(list);
    return total;
}

static int second(va_list list) {
    (void)va_arg(list, int);
    return va_arg(list, int);
}

static int twice(int n, ...) {
    va_list list, copy;
    va_start(list, n);
    va_copy(copy, list);
    int first = va_arg(list, int);
    int again = second(copy);
    va_end(copy);
    va_end(list);
    return first * 100 + again;
}

int main(void) {
    int x = 1000;
    assert(sum("") == 0 && sum("i", -3) == -3);
    assert(sum("ildp", 1, 2l, 0.5, &x) == 1003.5);
    assert(sum("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 55);
    assert(sum("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.) == 55);
    assert(sum("ididididididididid", 1, 1., 2, 2., 3, 3., 4, 4., 5, 5., 6, 6., 7, 7., 8, 8., 9, 9.) == 90);
    assert(twice(2, 7, 8) == 708);
    return 0;
}
