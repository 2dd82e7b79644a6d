//@ check --symbolic --symbolic-env MODE=2: assertion line=@mode message="MODE = "
//@ check --symbolic --symbolic-env MODE=1: safe
//@ check --symbolic --env MODE=a --symbolic-env OTHER=2: safe
//@ check --symbolic: safe executions=1
// A variable of the environment: two bytes may be `ok`.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *mode = getenv("MODE");
    if (mode) {
        assert(strcmp(mode, "ok") != 0); /*@mode*/
    }
    return 0;
}
