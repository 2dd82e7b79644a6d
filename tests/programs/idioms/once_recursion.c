//@ check: deadlock line=@inner
// pthread_once from its own routine waits for itself.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void init(void) { pthread_once(&once, init); /*@inner*/ }

int main(void) {
    pthread_once(&once, init);
    return 0;
}
