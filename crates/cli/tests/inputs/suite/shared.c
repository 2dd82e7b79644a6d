#include "shared.h"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

void shared_add(void) {
    pthread_mutex_lock(&lock);
    sum++;
    pthread_mutex_unlock(&lock);
}

int shared_sum(void) { return sum; }
