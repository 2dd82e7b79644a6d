//@ check --explorer optimal: assertion line=@bug
//@ check: assertion line=@bug
// Two threads post, main waits for one of them: it may have been either.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t s;
static atomic_int done[2];

static void *posts(void *arg) {
    *(atomic_int *)arg = 1;
    sem_post(&s);
    return 0;
}

int main(void) {
    pthread_t t[2];
    sem_init(&s, 0, 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, posts, &done[i]);
    sem_wait(&s);
    assert(done[0]); /*@bug*/
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
