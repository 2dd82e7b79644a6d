//@ check: uninitialised-read line=@bug
#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof *p);
    p[0] = 1;
    if (p[0] == 1)
        p[0] = 2;
    if (p[1] == 1) /*@bug*/
        p[1] = 2;
    free(p);
    return 0;
}
