//@ check: use-after-free|double-free line=@again
#include <stdio.h>

int main(void)
{
    FILE *out = fopen("/tmp/out", "w");
    fclose(out);
    fclose(out); /*@again*/
    return 0;
}
