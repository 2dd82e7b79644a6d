//@ check: null-pointer line=@bug
#include <stddef.h>

int *volatile p = NULL;

int main(void) {
    return *p; /*@bug*/
}
