//@ check: exit-status message="returns 2, not 0"
//@ check --file input.txt=tests/programs/files/number.txt: safe note=none output="17\n"
//@ check --file ./input.txt=tests/programs/files/number.txt: safe output="17\n"
// A file that was not given by hand is not there.
#include <errno.h>
#include <stdio.h>

int main(void)
{
    int number;
    FILE *in = fopen("input.txt", "r");
    if (!in)
        return errno == ENOENT ? 2 : 3;
    if (fscanf(in, "%d", &number) != 1)
        return 1;
    printf("%d\n", number);
    fclose(in);
    return 0;
}
