//@ check --symbolic --symbolic-args 1 2 1: safe executions=6
//@ check --symbolic --symbolic-args 1 2 1 --explorer source: safe executions=6
//@ check --symbolic --symbolic-args 0 2 0: safe executions=3
// One or two arguments of at most one byte. Whether each is empty is asked: 2 executions with one, 4 with two.
// Without any bytes: as many executions as there may be arguments.
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
    assert(argc >= 1 && argc <= 3 && argv[argc] == 0);
    for (int n = 1; n < argc; n++) {
        assert(argv[n] != 0 && strlen(argv[n]) <= 1);
    }
    return 0;
}
