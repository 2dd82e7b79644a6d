//@ cflags: -D_GNU_SOURCE
//@ check: incomplete unsupported=munmap
#include <stddef.h>
#include <sys/mman.h>

int main(void) {
    char *arena = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return munmap(arena + 4096, 4096);
}
