//@ check: safe executions=1
// None of these may be the same address: the other block was there before the free, it has another
// size, or it is the block that realloc has moved.
#include <pthread.h>
#include <stdlib.h>

static char *first, *second;

static void *thread(void *unused)
{
    char *before = malloc(8);
    free(first);
    if (first == second || first == before)
        abort();
    char *larger = malloc(100);
    if (first == larger)
        abort();
    char *moved = realloc(larger, 104);
    if (moved != larger)
        moved[103] = 0;
    free(before);
    free(moved);
    return unused;
}

int main(void)
{
    first = malloc(8);
    second = malloc(8);
    pthread_t a;
    pthread_create(&a, NULL, thread, NULL);
    pthread_join(a, NULL);
    free(second);
    return 0;
}
