//@ check --unroll 3 --model sc: incomplete limit=unroll
// The loop may also be left before its counter says so: --unroll bounds it. (What it writes tells how often it has tried.)
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int tried;

static void *tries(void *arg)
{
    for (int i = 0; i < 100; i++) {
        if (!pthread_mutex_trylock(&m)) {
            pthread_mutex_unlock(&m);
            return arg;
        }
        tried = i;
    }
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&m);
    pthread_create(&thread, NULL, tries, NULL);
    pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    return 0;
}
