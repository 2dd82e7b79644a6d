//@ check: safe executions=1
#include <assert.h>

static int calls;
static int yes(void) { calls++; return 1; }
static int no(void) { calls++; return 0; }

int main(void) {
    assert(!(no() && yes()) && calls == 1);
    assert((yes() || no()) && calls == 2);
    int x = (yes(), 5);
    assert(x == 5 && (no() ? 1 : yes() ? 2 : 3) == 2);
    return 0;
}
