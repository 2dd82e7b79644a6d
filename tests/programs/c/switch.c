//@ check: safe executions=1
#include <assert.h>

static int classify(long n) {
    switch (n) {
    case -1: return 1;
    case 0:
    case 1: return 2;
    case 2 ... 9: return 3;
    case 1000000000000: return 4;
    default: return 5;
    }
}
static int falls(int n) {
    int r = 0;
    switch (n) {
    case 1: r += 1; /* fall through */
    case 2: r += 10; /* fall through */
    default: r += 100; break;
    case 3: r += 1000;
    }
    return r;
}
static int chars(unsigned char c) {
    switch (c) {
    case 'a': return 1;
    case 200: return 2;
    }
    return 0;
}

int main(void) {
    assert(classify(-1) == 1 && classify(0) == 2 && classify(1) == 2 && classify(2) == 3 && classify(9) == 3);
    assert(classify(1000000000000) == 4 && classify(10) == 5);
    assert(falls(1) == 111 && falls(2) == 110 && falls(3) == 1000 && falls(4) == 100);
    assert(chars('a') == 1 && chars(200) == 2 && chars(1) == 0);
    return 0;
}
