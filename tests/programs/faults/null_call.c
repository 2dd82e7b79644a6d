//@ check: null-pointer line=@bug
#include <stddef.h>

void (*volatile f)(void) = NULL;

int main(void) {
    f(); /*@bug*/
    return 0;
}
