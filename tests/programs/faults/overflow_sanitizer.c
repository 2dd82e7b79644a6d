//@ check: overflow line=@bug
//@ cflags: -fsanitize=signed-integer-overflow -fsanitize-trap=all
#include <limits.h>

volatile long x = LONG_MIN;

int main(void) {
    long y = x * 2; /*@bug*/
    return y == 0;
}
