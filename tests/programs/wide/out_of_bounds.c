//@ check: out-of-bounds line=@bug message="write of 16 bytes at offset 16 of `a`, which has 20 bytes"
//@ check --args half: out-of-bounds line=@half message="read of 16 bytes at offset 16 of `a`, which has 24 bytes"
//@ check --args two --model rc11: out-of-bounds line=@array message="write to `b[2]`, but `b` has 2 elements"
// An access of 16 bytes is told as that, although the machine does it in halves: also if only the second half is outside, and if
// the first one is.
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "half") == 0) {
        __int128 *a = calloc(1, 24);
        return (int)a[1]; /*@half*/
    }
    if (argc > 1) {
        __int128 *b = calloc(2, sizeof *b);
        b[2] = 3; /*@array*/
    }
    __int128 *a = malloc(20);
    a[1] = 3; /*@bug*/
    return 0;
}
