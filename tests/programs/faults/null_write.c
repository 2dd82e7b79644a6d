//@ check: null-pointer line=@bug
#include <stddef.h>

int *volatile p = NULL;

int main(void) {
    *p = 1; /*@bug*/
    return 0;
}
