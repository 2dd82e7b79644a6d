//@ check: safe note=random
// Random bytes are from a fixed sequence, and that is said.
#include <sys/random.h>

int main(void) {
    unsigned key;
    return getrandom(&key, sizeof key, 0) != sizeof key;
}
