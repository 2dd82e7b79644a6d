//@ check: safe executions=1
#include <assert.h>

static volatile int port = 3;

int main(void) {
    int a = port;
    port = a + 1;
    port++;
    assert(port == 5);
    return 0;
}
