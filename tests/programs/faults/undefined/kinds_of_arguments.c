//@ cflags: -w
//@ check --stub which=0: uninitialised-read line=@format message="is to print an integer or a pointer, and is given a floating-point number"
//@ check --stub which=1: uninitialised-read line=@float message="is to print a floating-point number, and is given an integer or a pointer"
//@ check --stub which=2: uninitialised-read line=@sum
//@ check --stub which=3: uninitialised-read line=@mean
//@ check --stub which=4: uninitialised-read line=@list
//@ check --stub which=5: uninitialised-read line=@fewer
//@ check --stub which=6: uninitialised-read line=@asprintf
//@ check --stub which=7: safe
// C11 7.16.1.1p2, 7.21.6.1p9: the kind that is asked for is not that of the argument. It is looked for in another register.
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int which(void);

static int sum(int n, ...) {
    va_list list;
    va_start(list, n);
    int total = 0;
    while (n--)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

static double mean(int n, ...) {
    va_list list;
    va_start(list, n);
    double total = 0;
    for (int i = 0; i < n; i++)
        total += va_arg(list, double);
    va_end(list);
    return total / n;
}

static void print(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list); /*@list*/
    va_end(list);
}

int main(void) {
    char text[32], *made;
    switch (which()) {
    case 0:
        snprintf(text, sizeof text, "%d", 3.5); /*@format*/
        break;
    case 1:
        printf("%d %f\n", 1, 2); /*@float*/
        break;
    case 2:
        assert(sum(2, 1, 2.0) == 1); /*@sum*/
        break;
    case 3:
        assert(mean(2, 1.0, 2) == 1); /*@mean*/
        break;
    case 4:
        print("%d %d\n", 1, 2.0);
        break;
    case 5:
        assert(sum(3, 1, 2) == 3); /*@fewer*/
        break;
    case 6:
        return asprintf(&made, "%s", 2.0); /*@asprintf*/
    default:
        // Of one kind, though of other types.
        printf("%ld %u %p %x\n", 1, -1, 2L, text);
        assert(sum(2, 1L, 'a') == 98);
    }
    return 0;
}
