//@ check --symbolic --symbolic-args 0 2 3: assertion line=@flag message="argv[1] = "
//@ check --symbolic --symbolic-args 1 1 2: assertion line=@flag
//@ check --symbolic --symbolic-args 0 0 9: safe executions=1
//@ check --symbolic --symbolic-args 2 3 4: safe
//@ check --symbolic --symbolic-args 1 1 1: safe
//@ check --symbolic --args x --symbolic-args 1 1 2: safe
// One flag alone is wrong: `-x`. It needs two bytes, and to be the only argument.
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc == 2) {
        assert(strcmp(argv[1], "-x") != 0); /*@flag*/
    }
    return 0;
}
