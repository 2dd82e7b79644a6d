/* A transfer checks under a lock, and acts under it later. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct account { pthread_mutex_t m; long balance; };
static struct account alice = { PTHREAD_MUTEX_INITIALIZER, 100 };
static struct account bob = { PTHREAD_MUTEX_INITIALIZER, 0 };

static long balance(struct account *a)
{
    pthread_mutex_lock(&a->m);
    long b = a->balance;
    pthread_mutex_unlock(&a->m);
    return b;
}
static void add(struct account *a, long n)
{
    pthread_mutex_lock(&a->m);
    a->balance += n;
    pthread_mutex_unlock(&a->m);
}
static bool withdraw(struct account *a, long n)
{
    pthread_mutex_lock(&a->m);
    bool ok = a->balance >= n;
    if (ok)
        a->balance -= n;
    pthread_mutex_unlock(&a->m);
    return ok;
}
static bool transfer(struct account *from, struct account *to, long n)
{
    if (balance(from) < n)
        return false;
    add(from, -n);
    add(to, n);
    return true;
}
static void *pay(void *arg)
{
    transfer(&alice, &bob, *(long *)arg);
    return NULL;
}
int main(void)
{
    pthread_t a, b;
    long rent = 80, food = 30;
    pthread_create(&a, NULL, pay, &rent);
    pthread_create(&b, NULL, pay, &food);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(balance(&alice) >= 0);
    assert(balance(&alice) + balance(&bob) == 100);
    return 0;
}
