//@ check: safe
// As second_post.c, but main waits for the semaphore: T1's post happens before that.
#include <pthread.h>
#include <semaphore.h>

static int d;
static sem_t s;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *writes(void *arg) {
    d = 1;
    sem_post(&s);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, writes, 0);
    if (pthread_mutex_trylock(&m)) {
        sem_wait(&s);
        d = 2;
    } else {
        pthread_mutex_unlock(&m);
    }
    pthread_join(t, 0);
    return 0;
}
