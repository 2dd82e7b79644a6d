// A barrier for three; the third thread does not come, since its argument says so. It shares nothing with the
// others, but could have let them go on: so it is shown. A fourth one could not, and is not shown.
#include <pthread.h>
#include <stdbool.h>

static pthread_barrier_t barrier;
static int own;

static void *worker(void *arg) {
    bool *comes = arg;
    if (*comes)
        pthread_barrier_wait(&barrier);
    return NULL;
}

static void *counter(void *arg) {
    for (int i = 0; i < 3; i++)
        own++;
    return arg;
}

int main(void) {
    pthread_t t[4];
    bool comes[3] = { true, true, false };
    pthread_barrier_init(&barrier, NULL, 3);
    pthread_create(&t[3], NULL, counter, NULL);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, &comes[i]);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return own == 3 ? 0 : 1;
}
