//@ check --symbolic --symbolic-args 0 1 3 --symbolic-env MODE=3: assertion line=@flag
//@ check --symbolic --symbolic-args 0 1 3 --symbolic-env MODE=3 --input argv[1]="\"-x\"": assertion line=@flag message="MODE = "
//@ check --symbolic --symbolic-args 0 1 3 --symbolic-env MODE=3 --input argv[1]="\"-y\"": safe
//@ check --symbolic --symbolic-args 0 1 3 --symbolic-env MODE=3 --input argv[1]="\"-x\"" --input MODE="\"on\"": assertion line=@flag
//@ check --symbolic --symbolic-args 1 1 3 --symbolic-env MODE=3 --input argv[1]="\"-x\"" --input MODE="\"on\"": assertion line=@flag
//@ check --symbolic --symbolic-args 0 1 3 --symbolic-env MODE=3 --input MODE="\"off\"": safe
//@ check --symbolic --symbolic-args 0 1 3 --input argv[1]="\"long\"": error
//@ check --symbolic --symbolic-args 0 1 3 --input argv[2]="\"x\"": error
// Only `-x` with MODE=on is wrong. A string that is fixed ends where its text ends.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    const char *mode = getenv("MODE");
    if (argc == 2 && mode && strcmp(argv[1], "-x") == 0) {
        assert(strcmp(mode, "on") != 0); /*@flag*/
    }
    return 0;
}
