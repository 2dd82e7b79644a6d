//@ check: uninitialised-read line=@bug
#include <stdatomic.h>
#include <stdlib.h>

int main(void) {
    atomic_int *p = malloc(sizeof *p);
    if (atomic_load(p) == 3) /*@bug*/
        return 1;
    free(p);
    return 0;
}
