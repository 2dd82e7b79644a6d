//@ check: uninitialised-read line=@branch
// What was not initialised when it was written is not when it is read back; to write it is no fault.
#include <stdio.h>

struct pair {
    char first;
    int second;
};

int main(void)
{
    struct pair out, in;
    FILE *file = tmpfile();
    out.second = 3;
    fwrite(&out, sizeof out, 1, file);
    rewind(file);
    if (fread(&in, sizeof in, 1, file) != 1 || in.second != 3)
        return 1;
    if (in.first) /*@branch*/
        puts("anything");
    return 0;
}
