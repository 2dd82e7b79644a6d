//@ check: safe executions=1
#include <string.h>

static char a[4];
volatile unsigned zero = 0;

int main(void) {
    memcpy(a + 4, a, zero);
    memset(a + 4, 1, zero);
    return 0;
}
