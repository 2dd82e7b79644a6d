// The balance is looked at and changed under different locks of the same mutex.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long balance = 100;

static long get(void)
{
    pthread_mutex_lock(&lock);
    long now = balance;
    pthread_mutex_unlock(&lock);
    return now;
}

static void *withdraw(void *arg)
{
    if (get() >= 80) {
        pthread_mutex_lock(&lock);
        balance -= 80;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, withdraw, NULL);
    pthread_create(&b, NULL, withdraw, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(balance >= 0);
    return 0;
}
