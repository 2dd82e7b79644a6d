//@ check: safe
//@ check --explorer prefix --model sc: safe
// How often a thread has tried is only printed: it tells no rounds apart.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *thread(void *arg)
{
    int tries = 0;
    while (pthread_mutex_trylock(&mutex)) {
        tries++;
        usleep(1);
    }
    printf("%d\n", tries);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
