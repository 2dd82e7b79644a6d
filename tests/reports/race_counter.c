// Two workers count what they have done; one forgot the lock.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void add(void)
{
    done++;
}

static void *careful(void *arg)
{
    pthread_mutex_lock(&lock);
    add();
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *hasty(void *arg)
{
    add();
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, careful, NULL);
    pthread_create(&b, NULL, hasty, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
