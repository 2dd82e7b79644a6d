//@ check --stub racy=0: assertion line=@bug
//@ check --explorer optimal --stub racy=0: assertion line=@bug
//@ check --stub racy=1: data-race
//@ check --explorer optimal --stub racy=1: data-race
// What T4 does with lock b depends on the order of three sections of lock a. So races of the sections of b have to be reversed again with each of these orders. T4 first: it
// reads 0 and leaves b alone; then main's section of b may come last.
#include <assert.h>
#include <pthread.h>

extern int racy(void);
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int is_racy, y, p, q, r, d;

static void *one(void *arg) {
    pthread_mutex_lock(&a);
    y = 1;
    pthread_mutex_unlock(&a);
    return 0;
}

static void *other(void *arg) {
    pthread_mutex_lock(&b);
    q = is_racy ? p + 1 : p < 5 ? q * 2 + 1 : 4;
    pthread_mutex_unlock(&b);
    return 0;
}

static void *two(void *arg) {
    pthread_mutex_lock(&a);
    y = 2;
    pthread_mutex_unlock(&a);
    return 0;
}

static void *depends(void *arg) {
    pthread_mutex_lock(&a);
    r = y;
    if (y && !is_racy) {
        pthread_mutex_lock(&b);
        p = 15;
        pthread_mutex_unlock(&b);
    }
    y = 3;
    pthread_mutex_unlock(&a);
    if (!is_racy)
        return 0;
    if (r) {
        pthread_mutex_lock(&b);
        p = 15;
        pthread_mutex_unlock(&b);
    } else
        d = 1;
    return 0;
}

int main(void) {
    pthread_t t[4];
    is_racy = racy();
    pthread_create(&t[0], 0, one, 0);
    pthread_create(&t[1], 0, other, 0);
    pthread_create(&t[2], 0, two, 0);
    pthread_create(&t[3], 0, depends, 0);
    pthread_mutex_lock(&b);
    int z = q;
    q = 7;
    pthread_mutex_unlock(&b);
    if (is_racy && z)
        d = 2;
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    assert(is_racy || !(q == 7 && r == 0)); /*@bug*/
    return 0;
}
