//@ check: incomplete limit=clock
// The clock stands still: what happens when time passes is not explored.
#include <x86intrin.h>

int main(void)
{
    unsigned long before = __rdtsc();
    return __builtin_readcyclecounter() < before;
}
