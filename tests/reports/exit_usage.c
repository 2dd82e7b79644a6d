// A program that wants an argument, and is given none.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc < 2) {
        printf("Usage: %s NUMBER\n", argv[0]);
        return 2;
    }
    return atoi(argv[1]) < 0;
}
