//@ check: uninitialised-read|out-of-bounds|invalid-pointer line=@bug
#include <stdlib.h>

static int table[4];

int main(void) {
    int *p = malloc(sizeof *p);
    int result = table[*p]; /*@bug*/
    free(p);
    return result;
}
