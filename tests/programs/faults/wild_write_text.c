//@ check: invalid-pointer line=@bug
// A function is not memory.
#include <stdint.h>

static int f(void) { return 1; }
int (*volatile pointer)(void) = f;

int main(void) {
    *(char *)(uintptr_t)pointer = 1; /*@bug*/
    return 0;
}
