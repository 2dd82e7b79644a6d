//@ check: assertion line=@bug
//@ check --explorer optimal: assertion line=@bug
//@ check --explorer source: assertion line=@bug
// T1's section must be tried before T2's, which keeps another lock: what runs besides is T3's section, which comes later in the execution that is explored first.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;
static int p;

static void *reads(void *arg) {
    pthread_mutex_lock(&m);
    int r = p;
    pthread_mutex_unlock(&m);
    assert(r != 0); /*@bug*/
    return 0;
}

static void *keeps(void *arg) {
    pthread_mutex_lock(&k);
    pthread_mutex_lock(&m);
    p = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

static void *nothing(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, keeps, 0);
    pthread_create(&t[1], 0, reads, 0);
    pthread_create(&t[2], 0, nothing, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
