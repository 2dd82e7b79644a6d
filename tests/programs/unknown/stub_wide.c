//@ check --stub mystery=-5000000000: safe executions=1
#include <assert.h>
extern long mystery(void);

int main(void) {
    assert(mystery() == -5000000000);
    return 0;
}
