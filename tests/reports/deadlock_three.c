// Three accounts, transfers lock in argument order: a circle of three.
#include <pthread.h>
#include <assert.h>

struct account { pthread_mutex_t lock; long balance; const char *owner; };

static struct account accounts[3] = {
    { PTHREAD_MUTEX_INITIALIZER, 100, "ann" },
    { PTHREAD_MUTEX_INITIALIZER, 100, "bob" },
    { PTHREAD_MUTEX_INITIALIZER, 100, "cat" },
};

struct order { struct account *from, *to; long amount; };

static int transfer(struct account *from, struct account *to, long amount) {
    int done = 0;
    pthread_mutex_lock(&from->lock);
    if (from->balance >= amount) {
        pthread_mutex_lock(&to->lock);
        from->balance -= amount;
        to->balance += amount;
        pthread_mutex_unlock(&to->lock);
        done = 1;
    }
    pthread_mutex_unlock(&from->lock);
    return done;
}

static void *worker(void *arg) {
    struct order *o = arg;
    transfer(o->from, o->to, o->amount);
    return NULL;
}

static void *auditor(void *arg) {
    long *total = arg;
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&accounts[i].lock);
        *total += accounts[i].balance;
        pthread_mutex_unlock(&accounts[i].lock);
    }
    return NULL;
}

int main(void) {
    struct order orders[3] = {
        { &accounts[0], &accounts[1], 10 },
        { &accounts[1], &accounts[2], 20 },
        { &accounts[2], &accounts[0], 30 },
    };
    pthread_t t[3], a;
    long total = 0;
    for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, worker, &orders[i]);
    pthread_create(&a, NULL, auditor, &total);
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    pthread_join(a, NULL);
    return 0;
}
