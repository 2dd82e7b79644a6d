//@ check: exit-status line=@exit
//@ check --expect-exit 3: safe executions=1
// exit() from deep inside; no code after it runs.
#include <assert.h>
#include <stdlib.h>

static void leave(int n) {
    if (n == 0)
        exit(3); /*@exit*/
    leave(n - 1);
    assert(0);
}

int main(void) {
    leave(3);
    assert(0);
}
