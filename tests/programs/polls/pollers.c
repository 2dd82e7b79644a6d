//@ check --no-symmetry: safe executions=2 blocked=4
//@ check --no-symmetry --model rc11: safe
// Three sections, of main and of two threads that poll: six orders. In two of them main's comes
// first; in the others a thread polls in vain, and is left there.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *poll(void *arg)
{
    int seen;
    do {
        pthread_mutex_lock(&m);
        seen = ready;
        pthread_mutex_unlock(&m);
    } while (!seen);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, poll, NULL);
    pthread_create(&threads[1], NULL, poll, NULL);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_mutex_unlock(&m);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
