//@ check: safe executions=1 output="abc\nd\nefgh 7"
#include <stdio.h>

int main(void) {
    putchar('a');
    fputs("bc\n", stdout);
    puts("d");
    fputc('e', stdout);
    putc('f', stdout);
    fprintf(stdout, "%s", "gh");
    fflush(stdout);
    fwrite(" 7", 1, 2, stdout);
    return 0;
}
