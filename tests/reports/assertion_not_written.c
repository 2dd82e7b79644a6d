// The fault is that something is not written: an order that was cancelled in between is paid by nobody.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
enum state { OPEN, PENDING, CANCELLED, FILLED };
static struct { enum state state; int cash; } order;
static int seen;

static void pay(int amount)
{
    order.cash += amount;
}

static void *fill(void *arg)
{
    pthread_mutex_lock(&lock);
    int open = order.state == OPEN;
    if (open)
        order.state = PENDING;
    pthread_mutex_unlock(&lock);
    if (!open)
        return arg;
    pthread_mutex_lock(&lock);
#ifdef FIX
    if (order.state == CANCELLED || order.state == PENDING) {
#else
    if (order.state == PENDING) {
#endif
        order.state = FILLED;
        pay(5);
    }
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *cancel(void *arg)
{
    pthread_mutex_lock(&lock);
    if (order.state == OPEN) {
        order.state = FILLED;
        pay(5);
    } else if (order.state == PENDING) {
        order.state = CANCELLED;
    }
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *quote(void *arg)
{
    pthread_mutex_lock(&lock);
    seen = order.state;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t f, c, q;
    pthread_create(&q, NULL, quote, NULL);
    pthread_create(&f, NULL, fill, NULL);
    pthread_create(&c, NULL, cancel, NULL);
    pthread_join(f, NULL);
    pthread_join(c, NULL);
    pthread_join(q, NULL);
    assert(order.cash == 5);
    return 0;
}
