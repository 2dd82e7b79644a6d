//@ check: overflow line=@used other=@bug thread=2
//@ check --explorer optimal: overflow line=@used other=@bug thread=2
//@ check --explorer unfolding: overflow line=@used other=@bug thread=2
//@ check --model rc11: overflow line=@used other=@bug thread=2
//@ check --races explore: overflow line=@bug thread=1
//@ check --overflow ignore: safe
// What has no result is carried through memory: the thread that decides by it is accused. Where accesses are explored, it is the one
// that stores it where others read.
#include <limits.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int level = INT_MAX, highest;

static void *raise_level(void *arg) {
    pthread_mutex_lock(&m);
    level = level + 1; /*@bug*/
    pthread_mutex_unlock(&m);
    return arg;
}

static void *look(void *arg) {
    pthread_mutex_lock(&m);
    if (level > 100) /*@used*/
        highest = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, raise_level, NULL);
    pthread_create(&u, NULL, look, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
