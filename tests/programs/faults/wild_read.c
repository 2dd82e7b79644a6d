//@ check: invalid-pointer line=@bug
#include <stdint.h>

volatile uintptr_t where = 0x7fff12345678;

int main(void) {
    return *(int *)where; /*@bug*/
}
