#include <pthread.h>
#include <stdio.h>

// Nine tellers; only the last two touch `total`, without a lock.
static pthread_mutex_t lock[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int balance[3] = {10, 10, 10};
static int total;
static void *teller(void *arg)
{
    long n = (long)arg;
    int from = n % 3, to = (n + 1) % 3;
    pthread_mutex_lock(&lock[from]);
    balance[from]--;
    pthread_mutex_unlock(&lock[from]);
    pthread_mutex_lock(&lock[to]);
    balance[to]++;
    pthread_mutex_unlock(&lock[to]);
    if (n >= 7)
        total++;
    return NULL;
}
int main(void)
{
    pthread_t t[9];
    for (long i = 0; i < 9; i++)
        pthread_create(&t[i], NULL, teller, (void *)i);
    for (int i = 0; i < 9; i++)
        pthread_join(t[i], NULL);
    printf("%d\n", total);
    return 0;
}
