//@ check: safe executions=1
//@ with: parts/other.i
#include <assert.h>

extern int shared;
int next(void);
static int hidden(void) { return 1; }

int main(void) {
    assert(next() == 6 && shared == 6 && hidden() == 1);
    return 0;
}
