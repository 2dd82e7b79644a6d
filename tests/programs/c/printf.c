//@ check: safe executions=1 output="42 -7 0x2a 52 +5 00042|   42|42   |\nstr (null?) c %\n3.50 1.000000 1.5e+10 0.1\n18446744073709551615 -9223372036854775808 255 ffff\n   ab|ab   |a|\nlast\n"
#include <stdio.h>

int main(void) {
    printf("%d %d 0x%x %o %+d %05d|%5d|%-5d|\n", 42, -7, 42, 42, 5, 42, 42, 42);
    printf("%s %s %c %%\n", "str", "(null?)", 'c');
    printf("%.2f %f %.1e %g\n", 3.5, 1.0, 1.5e10, 0.1);
    printf("%lu %ld %hhu %hx\n", 18446744073709551615ul, -9223372036854775807 - 1, 511, 0x1ffff);
    printf("%*s|%-5s|%.1s|\n", 5, "ab", "ab", "ab");
    puts("last");
    return 0;
}
