//@ check: uninitialised-read
#include <stdatomic.h>
#include <stdlib.h>

int main(void) {
    atomic_int *p = malloc(sizeof *p);
    atomic_fetch_add(p, 1);
    if (atomic_load(p) == 7)
        return 1;
    free(p);
    return 0;
}
