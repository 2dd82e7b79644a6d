//@ check: safe executions=1
// As long as nobody cancels, saying whether one may be cancelled does nothing.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
    int old = -1;
    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
    assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0 && old == PTHREAD_CANCEL_DISABLE);
    assert(pthread_setcancelstate(55, &old) == EINVAL);
    assert(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old) == 0 && old == PTHREAD_CANCEL_DEFERRED);
    assert(pthread_setcanceltype(55, &old) == EINVAL);
    pthread_testcancel();
    return 0;
}
