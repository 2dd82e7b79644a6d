//@ check --args "a b" --env HOME=/home: safe output="3 /home"
// glibc passes what main gets to constructors, too.
#include <assert.h>
#include <stdio.h>
#include <string.h>

static int count;

__attribute__((constructor)) static void begin(int argc, char **argv, char **envp) {
    assert(argc == 3 && !strcmp(argv[2], "b") && !argv[3]);
    assert(!strncmp(envp[0], "HOME=", 5) && !envp[1]);
    count = argc;
    printf("%d %s", argc, envp[0] + 5);
}

int main(int argc, char **argv) {
    assert(count == argc && !strcmp(argv[1], "a"));
    return 0;
}
