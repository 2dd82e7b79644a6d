//@ check: exit-status output="A\nX\nY\nZ\n"
//@ check --model rc11: exit-status output="A\nX\nY\nZ\n"
//@ check --model tso: exit-status output="A\nX\nY\nZ\n"
// An atomic update that leaves the value as it is: whether its thread would wait then is tried out, and what is printed in the trial
// is no output of the program.
#include <stdatomic.h>
#include <stdio.h>

static atomic_int y = 1;

int main(void) {
    puts("A");
    atomic_fetch_or(&y, 1);
    puts("X");
    puts("Y");
    atomic_store_explicit(&y, 0, memory_order_release);
    puts("Z");
    return 9;
}
