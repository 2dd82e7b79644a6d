//@ check: invalid-free line=@bug
#include <stdint.h>
#include <stdlib.h>

volatile uintptr_t where = 0x1234560;

int main(void) {
    free((void *)where); /*@bug*/
    return 0;
}
