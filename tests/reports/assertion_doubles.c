// Balances are doubles; the transfer checks the balance before it takes the lock.
#include <assert.h>
#include <pthread.h>
static double balance[2] = {100.0, 20.5};
static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int withdraw(int from, double amount) {
    pthread_mutex_lock(&lock[from]);
    int enough = balance[from] >= amount;
#ifndef FIX
    pthread_mutex_unlock(&lock[from]);
    if (!enough) return 0;
    pthread_mutex_lock(&lock[from]);
#endif
    if (enough) balance[from] -= amount;
    pthread_mutex_unlock(&lock[from]);
    return enough;
}
static void *customer(void *arg) {
    withdraw(0, 75.25);
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, customer, 0);
    pthread_create(&b, 0, customer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(balance[0] >= 0.0);
    return 0;
}
