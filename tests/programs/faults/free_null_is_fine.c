//@ check: safe executions=1
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    free(p);
    p = NULL;
    free(p);
    return 0;
}
