// A connection pool with waiting: release signals only if the pool was empty.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t available = PTHREAD_COND_INITIALIZER;
static int idle = 1;
static void acquire(void) {
    pthread_mutex_lock(&lock);
    while (idle == 0) pthread_cond_wait(&available, &lock);
    idle--;
    pthread_mutex_unlock(&lock);
}
static void release(void) {
    pthread_mutex_lock(&lock);
    idle++;
#ifdef FIX
    pthread_cond_signal(&available);
#else
    if (idle == 2) pthread_cond_signal(&available);
#endif
    pthread_mutex_unlock(&lock);
}
static void *client(void *arg) {
    acquire();
    release();
    return arg;
}
int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, client, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    return idle == 1 ? 0 : 1;
}
