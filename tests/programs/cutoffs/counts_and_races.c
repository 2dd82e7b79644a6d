//@ check --explorer prefix: data-race line=@one|@late note=none
// That nothing depends on what `busy` holds is no matter where it is raced on.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int busy;

static void *work(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        busy++; /*@one*/
        pthread_mutex_unlock(&m);
        busy--; /*@late*/
    }
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&u, NULL, work, NULL);
    pthread_join(t, NULL);
}
