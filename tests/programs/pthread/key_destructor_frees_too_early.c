//@ check: use-after-free line=@here other=@free
// Main still uses what the destructor frees.
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int *shared;

static void *worker(void *arg) {
    shared = malloc(sizeof *shared);
    if (shared == NULL)
        exit(1);
    *shared = 1;
    pthread_setspecific(key, shared);
    return arg;
}

static void destroy(void *value) {
    free(value); /*@free*/
}

int main(void) {
    pthread_t a;
    pthread_key_create(&key, destroy);
    pthread_create(&a, NULL, worker, NULL);
    pthread_join(a, NULL);
    return *shared; /*@here*/
}
