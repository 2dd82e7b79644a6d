//@ check: invalid-free line=@bug
#include <stdlib.h>

int main(void) {
    int x = 1, *volatile p = &x;
    free(p); /*@bug*/
    return x;
}
