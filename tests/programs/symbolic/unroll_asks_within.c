//@ check --symbolic --unroll 3: safe executions=32
// Input decides what happens in each round, not how many there are: the loop is left alone.
#include <stdbool.h>
extern bool __VERIFIER_nondet_bool(void);

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        if (__VERIFIER_nondet_bool())
            continue;
        sum += i;
    }
    return sum > 10;
}
