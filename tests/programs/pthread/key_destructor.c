//@ check: safe executions=1 note=none
// At the end of a thread, however it ends, its value is given to the destructor; NULL is not.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key, unset;
static int runs;

static void destroy(void *value) {
    assert(value != NULL && *(int *)value == 5);
    assert(pthread_getspecific(key) == NULL);
    free(value);
    runs++;
}

static void never(void *value) {
    (void)value;
    abort();
}

static void *worker(void *arg) {
    int *value = malloc(sizeof *value);
    if (value == NULL)
        exit(1);
    *value = 5;
    pthread_setspecific(key, value);
    pthread_setspecific(unset, arg);
    pthread_setspecific(unset, NULL);
    if (arg != NULL)
        pthread_exit(NULL);
    return NULL;
}

int main(void) {
    pthread_t a;
    assert(pthread_key_create(&key, destroy) == 0);
    assert(pthread_key_create(&unset, never) == 0);
    pthread_create(&a, NULL, worker, NULL);
    pthread_join(a, NULL);
    assert(runs == 1);
    pthread_create(&a, NULL, worker, &key);
    pthread_join(a, NULL);
    assert(runs == 2);
    return 0;
}
