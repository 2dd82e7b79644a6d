//@ check --stub which=0: out-of-bounds line=@heap message="a[16384]"
//@ check --stub which=1: out-of-bounds line=@global
//@ check --stub which=2: out-of-bounds line=@local
//@ check --stub which=3: null-pointer line=@null
//@ check --stub which=4: safe
//@ check --stub which=5: out-of-bounds line=@constant
// An index that jumps exactly into another object (objects lie 64 KB apart in our machine).
#include <stdlib.h>

int which(void);
static int table[4], other[4];
static int big[100000];

int main(void) {
    int w = which();
    int *a = malloc(40), *b = malloc(40);
    for (int i = 0; i < 10; i++)
        a[i] = b[i] = i;
    volatile long far = 16384;
    if (w == 0)
        a[far] = 1; /*@heap*/
    if (w == 1)
        table[far] = 1; /*@global*/
    if (w == 2) {
        int here[2] = {0}, there[2] = {0};
        int *p = here + far;
        *p = there[0]; /*@local*/
    }
    if (w == 3) {
        int *nothing = NULL;
        nothing[far * 3 + 4096] = 1; /*@null*/
    }
    if (w == 4) {
        // Out and back again is what some programs do with tables that do not begin at 0; and big objects are big.
        int *from = a - 1000000;
        from[1000003] = 1;
        for (int i = 0; i < 100000; i += 9999)
            big[i] = big[99999 - i];
        int *end = big + 100000;
        end[-100000] = end[-1];
    }
    if (w == 5)
        other[0] = table[16384]; /*@constant*/
    free(a);
    free(b);
    return 0;
}
