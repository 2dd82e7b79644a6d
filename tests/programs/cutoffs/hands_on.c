//@ check --explorer prefix: liveness message="none of them gets out"
//@ check --explorer states: liveness
//@ check --explorer unfolding --cutoffs: liveness
// Two threads hand a turn to and fro until `main` says stop, and `main` waits for their ends. It does so only if it comes at the
// right moment. (Alone each would wait for the other one.)
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static int turn;
static bool stop;
static int numbers[2] = {0, 1};

#ifdef ALWAYS
#define MAY_STOP true
#else
#define MAY_STOP (turn == 0)
#endif

static void *player(void *arg) {
    int me = *(int *)arg;
    pthread_mutex_lock(&mu);
    while (!stop) {
        while (turn != me && !stop)
            pthread_cond_wait(&turned, &mu);
        turn = 1 - me;
        pthread_cond_broadcast(&turned);
    }
    pthread_mutex_unlock(&mu);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, player, &numbers[0]);
    pthread_create(&b, NULL, player, &numbers[1]);
    pthread_mutex_lock(&mu);
    if (MAY_STOP) {
        stop = true;
        pthread_cond_broadcast(&turned);
    }
    pthread_mutex_unlock(&mu);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
