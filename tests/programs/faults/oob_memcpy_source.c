//@ check: out-of-bounds line=@bug
#include <string.h>

static char a[8], b[9];
volatile unsigned n = 9;

int main(void) {
    memcpy(b, a, n); /*@bug*/
    return 0;
}
