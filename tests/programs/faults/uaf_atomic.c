//@ check: use-after-free line=@bug
#include <stdatomic.h>
#include <stdlib.h>

int main(void) {
    atomic_int *p = malloc(sizeof *p);
    atomic_init(p, 1);
    free(p);
    atomic_store(p, 2); /*@bug*/
    return 0;
}
