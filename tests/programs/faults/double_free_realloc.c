//@ check: double-free|use-after-free line=@bug
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    free(p);
    p = realloc(p, 8); /*@bug*/
    return p == NULL;
}
