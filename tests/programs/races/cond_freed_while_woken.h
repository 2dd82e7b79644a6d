/* Who waits is woken, and then the condition variable goes away. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *cond;
static int state;

static void *waiter(void *arg) {
    pthread_mutex_lock(&mutex);
    if (state == 0) {
        state = 1;
        while (state != 2)
            pthread_cond_wait(cond, &mutex); /*@wait*/
    }
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void) {
    cond = malloc(sizeof *cond);
    pthread_cond_init(cond, NULL);
    pthread_t thread;
    pthread_create(&thread, NULL, waiter, NULL);
    pthread_mutex_lock(&mutex);
    if (state == 1) {
        WAKE(cond);
        DESTROY(cond);
        free(cond); /*@free*/
    }
    state = 2;
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
}
