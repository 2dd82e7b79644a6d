// Two accounts are locked one after the other; who does not get the second one gives the first one back.
#include <pthread.h>

static pthread_mutex_t rent = PTHREAD_MUTEX_INITIALIZER, food = PTHREAD_MUTEX_INITIALIZER;
static int paid;

static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
#ifdef FIX
    if (first > second) {
        pthread_mutex_t *swapped = first;
        first = second;
        second = swapped;
    }
#endif
    for (;;) {
        pthread_mutex_lock(first);
        if (pthread_mutex_trylock(second) == 0)
            break;
        pthread_mutex_unlock(first);
    }
    paid++;
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *pay_rent(void *arg) {
    both(&rent, &food);
    return NULL;
}

static void *pay_food(void *arg) {
    both(&food, &rent);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, pay_rent, NULL);
    pthread_create(&b, NULL, pay_food, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return paid != 2;
}
