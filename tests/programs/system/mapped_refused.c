//@ cflags: -D_GNU_SOURCE
//@ check: incomplete unsupported=mmap
// Memory that can only be read would have to be told from other memory.
#include <stddef.h>
#include <sys/mman.h>

int main(void) {
    return mmap(0, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED;
}
