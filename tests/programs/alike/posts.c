//@ check --explorer optimal: safe commuting=1
//@ check --no-symmetry: safe executions=6
// Three threads post, and main waits three times: the first two times after any of the posts. Where main begins to wait makes no difference where all have to come first: it takes three
// before it goes on from the last; but each wait comes after the posts that were made.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *posts(void *arg) {
    sem_post(&s);
    return 0;
}

int main(void) {
    pthread_t t[3];
    sem_init(&s, 0, 0);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, posts, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    for (int i = 0; i < 3; i++)
        sem_wait(&s);
    return 0;
}
