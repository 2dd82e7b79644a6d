//@ check: safe
// freopen of standard input, and dup2 onto it: getchar and read take what the descriptor stands for.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    char line[20], byte;
    int file = open("in", O_RDWR | O_CREAT, 0600);
    assert(write(file, "first\nsecond\n", 13) == 13);
    assert(freopen("in", "r", stdin) == stdin && fileno(stdin) == 0);
    assert(fgets(line, sizeof line, stdin) && !strcmp(line, "first\n"));
    assert(fgets(line, sizeof line, stdin) && !strcmp(line, "second\n"));
    assert(!fgets(line, sizeof line, stdin) && feof(stdin));
    assert(lseek(file, 6, SEEK_SET) == 6 && dup2(file, 0) == 0);
    assert(read(0, &byte, 1) == 1 && byte == 's');
    clearerr(stdin);
    assert(getchar() == 'e' && getchar() == 'c');
    return 0;
}
