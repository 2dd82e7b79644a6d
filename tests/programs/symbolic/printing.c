//@ check --symbolic: safe executions=1
// What is printed of input is no question: one execution, whatever the numbers and characters are.
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

static void tell(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    char c = __VERIFIER_nondet_char();
    __VERIFIER_assume(c != 0);
    char text[4] = {'a', c, 'b', 0};
    printf("%d %5x %c %s\n", x, (unsigned)x, c, text);
    // More than the registers for arguments hold.
    printf("%d %d %d %d %d %d %d %d %d %d\n", x, x, x, x, x, x, x, x, x, x);
    tell("%d %.3s\n", x, text);
    puts(text);
    putchar(c);
    fwrite(&x, sizeof x, 1, stdout);
    return write(1, &x, sizeof x) == sizeof x ? 0 : 1;
}
