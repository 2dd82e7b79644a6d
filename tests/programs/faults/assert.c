//@ check: assertion line=@bug thread=0 message="x == 2"
#include <assert.h>

int main(void) {
    int x = 1;
    assert(x == 1);
    assert(x == 2); /*@bug*/
    return 0;
}
