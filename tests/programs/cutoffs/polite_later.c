//@ check --explorer prefix: liveness
//@ cflags: -DPOLITE=1
// They make way for each other only after main has said so, when it has met one of them.
#include <pthread.h>
#include <stdatomic.h>

#ifndef POLITE
#define POLITE 0
#endif
static atomic_int wants[2], polite, met;

static void *process(void *arg) {
    long me = *(long *)arg;
    atomic_store(&met, 1);
    for (;;) {
        atomic_store(&wants[me], 1);
        if (!atomic_load(&polite) || !atomic_load(&wants[1 - me]))
            break;
        atomic_store(&wants[me], 0);
    }
    atomic_store(&wants[me], 0);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    long zero = 0, one = 1;
    pthread_create(&a, NULL, process, &zero);
    pthread_create(&b, NULL, process, &one);
    if (POLITE && atomic_load(&met))
        atomic_store(&polite, 1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
