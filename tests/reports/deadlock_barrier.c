// A matrix step in phases: one worker leaves early, so the others wait at the barrier for ever.
#include <pthread.h>
#include <stdlib.h>
#define N 3
struct worker { int id, rows; };
static pthread_barrier_t phase;
static double matrix[N][2];
static int cancelled;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg) {
    struct worker *w = arg;
    for (int step = 0; step < 2; step++) {
        for (int r = 0; r < w->rows; r++) matrix[w->id][r] += step + r;
        pthread_mutex_lock(&lock);
        int stop = cancelled;
        if (w->id == 2 && step == 0) cancelled = 1;
        pthread_mutex_unlock(&lock);
        if (stop) return NULL;
        pthread_barrier_wait(&phase);
    }
    return arg;
}
int main(void) {
    pthread_t t[N];
    struct worker w[N];
    pthread_barrier_init(&phase, NULL, N);
    for (int i = 0; i < N; i++) { w[i] = (struct worker){ i, 2 }; pthread_create(&t[i], NULL, work, &w[i]); }
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    pthread_barrier_destroy(&phase);
    return 0;
}
