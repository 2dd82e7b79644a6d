//@ check: overflow line=@bug
#include <limits.h>

volatile int min = INT_MIN, minus = -1;

int main(void) {
    return min / minus; /*@bug*/
}
