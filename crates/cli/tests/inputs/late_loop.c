#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;
static int second;

static void *writes(void *arg) {
    pthread_mutex_lock(&m);
    x = 2;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *ticks(void *arg) {
    if (x != 2)
        return arg;
    for (;;) {
        pthread_mutex_lock(&m);
        second = (second + 1) % 3;
        pthread_mutex_unlock(&m);
    }
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, writes, NULL);
    pthread_create(&u, NULL, ticks, NULL);
    pthread_join(t, NULL);
    return 0;
}
