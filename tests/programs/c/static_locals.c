//@ check: safe executions=1
#include <assert.h>

static int next(void) {
    static int n = 41;
    return ++n;
}
static int *cell(void) {
    static int value;
    return &value;
}

int main(void) {
    assert(next() == 42 && next() == 43);
    *cell() = 7;
    assert(*cell() == 7);
    return 0;
}
