//@ check: null-pointer line=@bug
#include <stdatomic.h>

atomic_int *volatile p = 0;

int main(void) {
    atomic_fetch_add(p, 1); /*@bug*/
    return 0;
}
