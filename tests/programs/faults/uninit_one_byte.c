//@ check: uninitialised-read line=@bug
// Three of the four bytes were written, as 0: whether the word is 0 depends on the fourth.
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *p = malloc(sizeof *p);
    memset(p, 0, 3);
    if (*p == 0) /*@bug*/
        return 1;
    free(p);
    return 0;
}
