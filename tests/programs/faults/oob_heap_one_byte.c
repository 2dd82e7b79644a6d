//@ check: out-of-bounds line=@bug
#include <stdlib.h>

int main(void) {
    char *p = malloc(5);
    p[4] = 1;
    p[5] = 1; /*@bug*/
    free(p);
    return 0;
}
