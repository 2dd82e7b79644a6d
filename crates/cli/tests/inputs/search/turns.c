// Three threads take turns, each waiting in a loop; only then something is wrong. Who stops in a wait that others end
// never comes so far.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define ROUNDS 8

static atomic_int turn, late;

static void *play(void *arg) {
    int me = (int)(long)arg;
    for (int round = 0; round < ROUNDS; round++) {
        while (turn % 3 != me) {
        }
        turn++;
    }
    late++;
    return 0;
}

int main(void) {
    pthread_t threads[3];
    for (long i = 0; i < 3; i++) {
        pthread_create(&threads[i], 0, play, (void *)i);
    }
    while (turn < 3 * ROUNDS) {
    }
    assert(late != 2);
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], 0);
    }
    return 0;
}
