//@ check: safe executions=1
// The fourth byte was never written, but the word is not 5 whatever it holds.
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *p = malloc(sizeof *p);
    memset(p, 0, 3);
    int result = *p == 5;
    free(p);
    return result;
}
