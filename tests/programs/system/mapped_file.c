//@ check: incomplete unsupported=mmap
#include <stddef.h>
#include <sys/mman.h>

int main(void) {
    return mmap(0, 4096, PROT_READ, MAP_PRIVATE, 3, 0) == MAP_FAILED;
}
