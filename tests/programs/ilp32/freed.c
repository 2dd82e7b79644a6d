//@ cflags: -m32
//@ check: use-after-free line=@bug other=@freed
// The second thread keeps a pointer in memory to what the first one frees.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long *shared;

static void *use(void *arg)
{
    pthread_mutex_lock(&m);
    long value = shared ? *shared : 0; /*@bug*/
    pthread_mutex_unlock(&m);
    return (void *)value;
}

int main(void)
{
    pthread_t t;
    shared = malloc(sizeof *shared);
    *shared = 3;
    pthread_create(&t, NULL, use, NULL);
    pthread_mutex_lock(&m);
    free(shared); /*@freed*/
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
