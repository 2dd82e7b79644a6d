//@ check: safe executions=1
#include <assert.h>
#include <limits.h>

static long divide(long a, long b) { return a / b; }
static long modulo(long a, long b) { return a % b; }
static int divide_int(int a, int b) { return a / b; }
static unsigned divide_unsigned(unsigned a, unsigned b) { return a / b; }

int main(void) {
    assert(divide(7, 2) == 3 && divide(-7, 2) == -3 && divide(7, -2) == -3 && divide(-7, -2) == 3);
    assert(modulo(7, 2) == 1 && modulo(-7, 2) == -1 && modulo(7, -2) == 1 && modulo(-7, -2) == -1);
    assert(divide_int(INT_MIN, 2) == -1073741824);
    assert(divide_unsigned(UINT_MAX, 2) == 2147483647u && UINT_MAX % 10 == 5);
    volatile unsigned long big = ULONG_MAX;
    assert(big / 3 == 6148914691236517205ul && big * big == 1);
    volatile short s = 300;
    assert((short)(s * s) == 24464);
    return 0;
}
