// N threads write a and then b; one thread reads b and then a: whoever sees the second write sees the first.
#include "common.h"

static int a, b;

static void *thread(void *arg) {
    a = 1;
    b = -1;
    return arg;
}

int main(void) {
    start_all(thread);
    int second = b, first = a;
    assert(!(second == -1 && first == 0));
    return 0;
}
