// Each of N threads writes the same value and reads it back: (n!)^2 orders and more, a single class by values.
#include "common.h"

static int s;

static void *thread(void *arg) {
    int l = 4;
    s = l;
    assert(s == l);
    return arg;
}

int main(void) {
    start_all(thread);
    return 0;
}
