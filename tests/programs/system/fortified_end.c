//@ cflags: -O2 -D_FORTIFY_SOURCE=2 -D_GNU_SOURCE
//@ check: out-of-bounds line=@copy
// Natively, the headers notice it, too.
#include <stdlib.h>
#include <string.h>

int main(void) {
    volatile size_t n = 9;
    char *text = malloc(8);
    mempcpy(text, "12345678", n); /*@copy*/
    int last = text[7];
    free(text);
    return last == 0;
}
