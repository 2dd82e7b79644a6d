//@ check: overflow line=@bug
//@ cflags: -ftrapv
#include <limits.h>

volatile int x = INT_MAX;

int main(void) {
    int y = x + 1; /*@bug*/
    return y == 0;
}
