#include <pthread.h>
#include <stdio.h>
#include <assert.h>
#define N 3
struct account { pthread_mutex_t lock; long balance; };
static struct account acc[N];
static void transfer(int from, int to, long n)
{
    pthread_mutex_lock(&acc[from].lock);
    pthread_mutex_lock(&acc[to].lock);
    acc[from].balance -= n;
    acc[to].balance += n;
    pthread_mutex_unlock(&acc[to].lock);
    pthread_mutex_unlock(&acc[from].lock);
}
static void *mover(void *a)
{
    int i = (int)(long)a;
    transfer(i % N, (i + 1) % N, 10);
    return NULL;
}
static void *auditor(void *a)
{
    long s = 0;
    (void)a;
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&acc[i].lock);
        s += acc[i].balance;
        pthread_mutex_unlock(&acc[i].lock);
    }
    return (void *)s;
}
int main(void)
{
    pthread_t t[8];
    for (int i = 0; i < N; i++) {
        pthread_mutex_init(&acc[i].lock, NULL);
        acc[i].balance = 100;
    }
    for (long i = 0; i < 6; i++) pthread_create(&t[i], NULL, mover, (void *)i);
    for (int i = 6; i < 8; i++) pthread_create(&t[i], NULL, auditor, NULL);
    for (int i = 0; i < 8; i++) pthread_join(t[i], NULL);
    return 0;
}
