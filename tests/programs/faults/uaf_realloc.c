//@ check: use-after-free line=@bug other=@free
// realloc gives other memory.
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    int *q = realloc(p, 100); /*@free*/
    *p = 2; /*@bug*/
    free(q);
    return 0;
}
