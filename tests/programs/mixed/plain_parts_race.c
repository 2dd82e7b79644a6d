//@ check --stub whole=0: data-race line=@byte|@set
//@ check --stub whole=1: data-race line=@whole|@set
// Plain reads of a part of an atomic word, or of two of them at once, with nothing that orders them.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

int whole(void);
static union {
    _Atomic uint32_t half[2];
    uint64_t whole;
    uint8_t byte[8];
} u;
static volatile uint64_t seen;

static void *set(void *arg) {
    u.half[1] = 1; /*@set*/
    return arg;
}

int main(void) {
    int w = whole();
    pthread_t t;
    u.half[0] = 2;
    u.half[1] = 2;
    pthread_create(&t, NULL, set, NULL);
    if (w)
        seen = u.whole; /*@whole*/
    else
        seen = u.byte[5]; /*@byte*/
    pthread_join(t, NULL);
    return 0;
}
