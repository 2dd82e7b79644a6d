//@ check: incomplete unsupported=getrandom
#include <sys/random.h>

int main(void) {
    unsigned key;
    return getrandom(&key, sizeof key, 0) != sizeof key;
}
