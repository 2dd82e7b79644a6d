//@ check --stub mystery=-1: safe executions=1
#include <assert.h>
extern int mystery(void);

int main(void) {
    assert(mystery() == -1);
    return 0;
}
