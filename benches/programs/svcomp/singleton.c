// N threads store to one variable, the first another value than the others; main joins them and reads it: n! orders, 2 values.
#include "common.h"

static char v;

static void *thread(void *arg) {
    v = (intptr_t)arg == 1 ? 'x' : 'y';
    return arg;
}

int main(void) {
    start_all(thread);
    join_all();
    char last = v;
    assert(last == 'x' || last == 'y');
    return 0;
}
