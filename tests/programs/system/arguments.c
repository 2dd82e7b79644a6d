//@ check --args one --env HOME=/root --env EMPTY=: safe executions=1 output="2 one /root <> none\n"
//@ check: safe executions=1 output="1 (null) (null) <(null)> none\n"
// The arguments and the environment are what the command line says; nothing of the host is seen.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    const char *home = getenv("HOME"), *empty = getenv("EMPTY");
    printf("%d %s %s <%s> %s\n", argc, argc > 1 ? argv[1] : "(null)", home ? home : "(null)", empty ? empty : "(null)",
           getenv("PATH") ? "some" : "none");
    return 0;
}
