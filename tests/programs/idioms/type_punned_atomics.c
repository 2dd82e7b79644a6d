//@ check: safe
// Atomic accesses to halves and wholes of a word by one thread before and after the others: everything is ordered.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

static union { uint64_t whole; uint32_t half[2]; uint8_t byte[8]; } u;

static void *add(void *arg) {
    __atomic_fetch_add(&u.half[(long)arg], 1, __ATOMIC_SEQ_CST);
    return NULL;
}

int main(void) {
    u.whole = 0;
    u.byte[3] = 1;
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, add, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(u.whole == 0x101000001u);
    assert(u.byte[4] == 1 && u.byte[0] == 1);
    uint8_t copy[8];
    memcpy(copy, &u, 8);
    assert(copy[3] == 1);
    memset(&u, 0, sizeof u);
    assert(u.half[1] == 0);
    return 0;
}
