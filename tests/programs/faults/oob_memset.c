//@ check: out-of-bounds line=@bug
#include <string.h>

static char a[8];
volatile unsigned n = 9;

int main(void) {
    memset(a, 0, 8);
    memset(a, 0, n); /*@bug*/
    return 0;
}
