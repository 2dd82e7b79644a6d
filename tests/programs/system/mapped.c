//@ cflags: -D_GNU_SOURCE
//@ check: safe executions=1 note=none
// An arena of zeros, aligned as pages are; whole pages are there.
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stddef.h>
#include <sys/mman.h>

int main(void) {
    char *arena = mmap(NULL, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(arena != MAP_FAILED && (uintptr_t)arena % 4096 == 0);
    assert(arena[0] == 0 && arena[4999] == 0 && arena[8191] == 0);
    arena[8191] = 1;
    assert(mmap(NULL, 0, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED && errno == EINVAL);
    assert(munmap(arena + 1, 4096) == -1 && errno == EINVAL);
    assert(munmap(arena, 5000) == 0);
    return 0;
}
