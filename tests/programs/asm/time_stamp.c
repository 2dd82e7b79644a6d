//@ check: safe executions=1
// One reading of the time stamp counter is as one reading of the clock.
#include <assert.h>

int main(void)
{
    unsigned low, high;
    __asm__ __volatile__("lfence\n\trdtsc" : "=a"(low), "=d"(high));
    assert(((unsigned long)high << 32 | low) != 0);
    return 0;
}
