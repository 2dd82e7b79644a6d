//@ check: uninitialised-read line=@bug
// Of a word on the heap one half was stored: the other one is uninitialised, also after a store to the first.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

union pair {
    uint32_t word;
    uint16_t half[2];
};

static void *stores(void *made)
{
    __atomic_store_n(&((union pair *)made)->half[0], 1, __ATOMIC_SEQ_CST);
    return made;
}

int main(void)
{
    union pair *made = malloc(sizeof *made);
    pthread_t t;
    pthread_create(&t, 0, stores, made);
    pthread_join(t, 0);
    __atomic_load_n(&made->word, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&made->half[0], __ATOMIC_SEQ_CST) != 1)
        return 2;
    if (__atomic_load_n(&made->half[1], __ATOMIC_SEQ_CST)) /*@bug*/
        return 1;
    free(made);
    return 0;
}
