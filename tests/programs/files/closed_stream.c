//@ check: use-after-free line=@write other=@close
// What is written to a stream that is closed is written to memory that is freed.
#include <stdio.h>

int main(void)
{
    FILE *out = fopen("/tmp/out", "w");
    fclose(out); /*@close*/
    fputs("late", out); /*@write*/
    return 0;
}
