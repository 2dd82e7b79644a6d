//@ cflags: -D_GNU_SOURCE
//@ check: out-of-bounds line=@write
#include <stddef.h>
#include <sys/mman.h>

int main(void) {
    int *arena = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i <= 1024; i++)
        arena[i] = i; /*@write*/
    return 0;
}
