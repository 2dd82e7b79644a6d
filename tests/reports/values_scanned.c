// What sscanf reads is one step, and what it keeps for itself is none.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static char shared[32];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *fill(void *arg)
{
    pthread_mutex_lock(&m);
    snprintf(shared, sizeof shared, "id=%d load=%s", 7, "1.5");
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t;
    int id = 0;
    double load = 0;
    pthread_create(&t, NULL, fill, NULL);
    pthread_mutex_lock(&m);
    int got = sscanf(shared, "id=%d load=%lf", &id, &load);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    assert(got != 2);
    return 0;
}
