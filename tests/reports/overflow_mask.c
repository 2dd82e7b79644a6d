// A shift by too much, whose result another thread uses.
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static uint32_t mask;
static int level = 32;

static void *set(void *arg)
{
    pthread_mutex_lock(&mutex);
    mask |= 1u << level;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    pthread_join(t, NULL);
    return mask == 1;
}
