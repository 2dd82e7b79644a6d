// A device that N threads open and close: it is locked as long as somebody uses it. The count is kept under a mutex, the flag is read without.
#include "common.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int users, locked;

static void *thread(void *arg) {
    pthread_mutex_lock(&lock);
    if (users++ == 0)
        locked = 1;
    pthread_mutex_unlock(&lock);
    assert(locked == 1);
    pthread_mutex_lock(&lock);
    if (--users == 0)
        locked = 0;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    start_all(thread);
    join_all();
    assert(users == 0 && locked == 0);
    return 0;
}
