//@ check: safe executions=1
// A number of 128 bits chooses.
#include <assert.h>

static int choose(__int128 n) {
    switch (n) {
    case -5: return 1;
    case 7: return 2;
    case (__int128)1 << 100: return 3;
    case ((__int128)1 << 100) + 7: return 4;
    case 8 ... 9: return 5;
    default: return 6;
    }
}

int main(void) {
    assert(choose(-5) == 1 && choose(7) == 2 && choose((__int128)1 << 100) == 3 && choose(((__int128)1 << 100) + 7) == 4);
    assert(choose(8) == 5 && choose(9) == 5 && choose(10) == 6 && choose(((__int128)1 << 64) - 5) == 6);
    assert(choose(((__int128)1 << 64) + 7) == 6);
    return 0;
}
