//@ check: overflow line=@bug thread=0
//@ check --explorer source: overflow line=@bug thread=0
//@ check --explorer rf: overflow line=@bug thread=0
//@ check --overflow ignore: safe
// An atomic variable is read by others: a store of what has no result is a fault.
#include <limits.h>
#include <stdatomic.h>

static atomic_int shared;

int main(void) {
    volatile int n = INT_MIN;
    int m = n - 1; /*@bug*/
    atomic_store(&shared, m);
    return 0;
}
