//@ check: safe executions=1 output="abc7\n"
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(printf("abc%d\n", 7) == 5);
    return 0;
}
