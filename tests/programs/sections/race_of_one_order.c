//@ check --stub guarded=0: data-race line=@read other=@write
//@ check --explorer optimal --stub guarded=0: data-race line=@read other=@write
//@ check --stub guarded=1: safe
// The sections do not conflict, so one order of them is explored. Where T1's comes first, the lock orders `data = 1` before T2's read; where it comes second, nothing does.
// If T2 reads only when it has seen T1's section, there is no race.
#include <pthread.h>

extern int guarded(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data, p, q;

static void *writes(void *arg) {
    data = 1; /*@write*/
    pthread_mutex_lock(&m);
    p = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    int guard = guarded();
    pthread_t t;
    pthread_create(&t, 0, writes, 0);
    int seen = 1;
    pthread_mutex_lock(&m);
    if (guard)
        seen = p;
    else
        q = 1;
    pthread_mutex_unlock(&m);
    if (seen)
        seen = data; /*@read*/
    pthread_join(t, 0);
    return 0;
}
