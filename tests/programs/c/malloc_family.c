//@ check: safe executions=1 note=none
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *a = malloc(10);
    memset(a, 'a', 10);
    a = realloc(a, 100);
    assert(a[9] == 'a');
    a[99] = 'b';
    a = realloc(a, 5);
    assert(a[4] == 'a');
    free(a);
    int *c = calloc(4, sizeof *c);
    assert(c[0] == 0 && c[3] == 0);
    free(c);
    void *aligned = aligned_alloc(64, 128);
    assert((uintptr_t)aligned % 64 == 0);
    free(aligned);
    assert(posix_memalign(&aligned, 256, 16) == 0 && (uintptr_t)aligned % 256 == 0);
    free(aligned);
    char *n = realloc(NULL, 3);
    n[2] = 1;
    free(n);
    free(NULL);
    free(malloc(0));
    return 0;
}
