//@ cflags: -D_GNU_SOURCE
//@ check: use-after-free|data-race
// Nothing orders the use in the thread before the end of the memory.
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static void *use(void *arena) {
    *(volatile int *)arena = 1;
    return NULL;
}

int main(void) {
    pthread_t thread;
    int *arena = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&thread, NULL, use, arena);
    munmap(arena, 4096);
    pthread_join(thread, NULL);
    return 0;
}
