//@ check --symbolic: safe executions=18
// Two tellers. Each finds that its amount is not positive, or too much, or moves it: 3 * 3, in 2 orders of their sections.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int accounts[3] = {100, 50, INT_MAX - 200};

struct order {
    int from, to, amount;
};

static void *teller(void *arg) {
    struct order *o = arg;
    pthread_mutex_lock(&m);
    if (o->amount > 0 && o->amount <= accounts[o->from] && accounts[o->to] <= INT_MAX - o->amount) {
        accounts[o->from] -= o->amount;
        accounts[o->to] += o->amount;
    }
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t[2];
    struct order orders[2] = {{0, 1, 0}, {1, 2, 0}};
    for (int i = 0; i < 2; i++)
        orders[i].amount = __VERIFIER_nondet_int();
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, teller, &orders[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    long sum = 0;
    for (int i = 0; i < 3; i++) {
        assert(accounts[i] >= 0);
        sum += accounts[i];
    }
    assert(sum == 150L + INT_MAX - 200);
    return 0;
}
