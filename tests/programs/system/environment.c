//@ cflags: -D_GNU_SOURCE
//@ check --env A=1 --env B=2: safe executions=1 note=none
// As POSIX says.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    static char own[] = "D=4";
    assert(strcmp(getenv("A"), "1") == 0 && strcmp(environ[1], "B=2") == 0);
    assert(setenv("A", "x", 0) == 0 && strcmp(getenv("A"), "1") == 0);
    assert(setenv("A", "x", 1) == 0 && strcmp(getenv("A"), "x") == 0);
    assert(setenv("C", "3", 0) == 0 && strcmp(getenv("C"), "3") == 0);
    assert(unsetenv("B") == 0 && getenv("B") == NULL && strcmp(getenv("C"), "3") == 0);
    assert(putenv(own) == 0);
    own[2] = '5';
    assert(strcmp(getenv("D"), "5") == 0);
    assert(setenv("", "x", 1) == -1 && setenv("a=b", "x", 1) == -1);
    clearenv();
    assert(getenv("A") == NULL);
    return 0;
}
