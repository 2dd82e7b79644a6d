//@ check: sync-misuse line=@here message="has not locked"
// A stream is unlocked once more than it was locked.
#include <stdio.h>

int main(void)
{
    flockfile(stdout);
    flockfile(stdout);
    puts("x");
    funlockfile(stdout);
    funlockfile(stdout);
    funlockfile(stdout); /*@here*/
    return 0;
}
