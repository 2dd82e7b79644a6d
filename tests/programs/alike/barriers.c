//@ check --explorer optimal: safe commuting=1
//@ check --explorer optimal --order-updates: safe
//@ check --no-symmetry: safe executions=576
// Four threads meet at a barrier twice, and nobody asks who was the last: in which order they arrive nobody can tell. In order there are 4! orders at each meeting.
#include <pthread.h>

static pthread_barrier_t b;

static void *meets(void *arg) {
    pthread_barrier_wait(&b);
    pthread_barrier_wait(&b);
    return 0;
}

int main(void) {
    pthread_t t[4];
    pthread_barrier_init(&b, 0, 4);
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, meets, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    return 0;
}
