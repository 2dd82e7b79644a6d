//@ check: invalid-pointer line=@bug
// Memory is not a function.
#include <stdint.h>

static int x;
int *volatile pointer = &x;

int main(void) {
    return ((int (*)(void))(uintptr_t)pointer)(); /*@bug*/
}
