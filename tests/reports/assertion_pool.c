// A client that timed out takes back its place among the waiters, although a connection was handed to it
// meanwhile: the connection is lost. The client that came first has no part in it.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t freed = PTHREAD_COND_INITIALIZER;
static int available = 1, waiters, handed;

static bool acquire(void)
{
    bool ok = true;
    pthread_mutex_lock(&m);
    if (available == 0) {
        struct timespec until = {10, 0};
        int r = 0;
        waiters++;
        while (handed == 0 && r != ETIMEDOUT)
            r = pthread_cond_timedwait(&freed, &m, &until);
        if (r == ETIMEDOUT) {
            waiters--;
            ok = false;
        } else {
            handed--;
        }
    } else {
        available--;
    }
    pthread_mutex_unlock(&m);
    return ok;
}

static void give_back(void)
{
    pthread_mutex_lock(&m);
    if (waiters > 0) {
        waiters--;
        handed++;
        pthread_cond_signal(&freed);
    } else {
        available++;
    }
    pthread_mutex_unlock(&m);
}

static void *client(void *arg)
{
    if (acquire())
        give_back();
    return arg;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, client, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(available == 1);
    return 0;
}
