//@ cflags: -D_GNU_SOURCE
//@ check --stdin tests/programs/system/input.txt: safe executions=1
// The file has the lines "hello world", "12 -7 0x1f 3.5", and "last" without an end of line.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char line[32], *more = NULL;
    size_t room = 0;
    int a, b, c, n = 0;
    double d;
    assert(getchar() == 'h' && ungetc('j', stdin) == 'j');
    assert(fgets(line, sizeof line, stdin) && strcmp(line, "jello world\n") == 0);
    assert(scanf("%d %d %i %lf%n", &a, &b, &c, &d, &n) == 4);
    assert(a == 12 && b == -7 && c == 31 && d == 3.5 && n == 14);
    assert(getc(stdin) == '\n' && !feof(stdin));
    assert(read(0, line, 1) == 1 && line[0] == 'l');
    assert(getline(&more, &room, stdin) == 3 && strcmp(more, "ast") == 0 && feof(stdin));
    assert(getchar() == EOF && fgets(line, sizeof line, stdin) == NULL && read(0, line, 1) == 0);
    free(more);
    return 0;
}
