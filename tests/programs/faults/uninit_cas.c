//@ check: uninitialised-read line=@bug
#include <stdatomic.h>
#include <stdlib.h>

int main(void) {
    atomic_int *p = malloc(sizeof *p);
    int zero = 0;
    if (atomic_compare_exchange_strong(p, &zero, 1)) /*@bug*/
        return 1;
    free(p);
    return 0;
}
