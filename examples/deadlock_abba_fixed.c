//@ check: safe executions=2
// Money goes from Alice to Bob and back; the account with the lower address is locked first.
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    long balance;
};

static struct account alice = {PTHREAD_MUTEX_INITIALIZER, 100};
static struct account bob = {PTHREAD_MUTEX_INITIALIZER, 100};

static void transfer(struct account *from, struct account *to, long amount) {
    struct account *first = from < to ? from : to;
    struct account *second = from < to ? to : from;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static void *rent(void *arg) {
    (void)arg;
    transfer(&alice, &bob, 30);
    return NULL;
}

static void *refund(void *arg) {
    (void)arg;
    transfer(&bob, &alice, 10);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, rent, NULL);
    pthread_create(&b, NULL, refund, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(alice.balance == 80 && bob.balance == 120);
    return 0;
}
