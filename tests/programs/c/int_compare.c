//@ check: safe executions=1
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

volatile int minus_one = -1;
volatile unsigned one = 1;
volatile int8_t small = -1;
volatile uint8_t big = 255;

int main(void) {
    assert((unsigned)minus_one > one);
    assert(minus_one < 1 && small < (int)big && small != big);
    assert((int8_t)big == small);
    volatile bool truth = 42;
    assert(truth == 1 && (int)truth + (int)truth == 2);
    truth = one * 0.5;
    assert(truth);
    assert((minus_one ? 1 : 2) == 1 && (!minus_one) == 0);
    return 0;
}
