//@ check: deadlock|sync-misuse
// The routine of a once calls the same once.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void init(void) {
    pthread_once(&once, init);
}

int main(void) {
    pthread_once(&once, init);
    return 0;
}
