//@ check: assertion line=@bug
//@ check --explorer optimal: assertion line=@bug
// A choice inside of a section; two pairs of sections that have nothing to do with each other. A race has to be reversed again where another answer was given
// after it: what was explored with the first answer does not lead to r == 1 with c == 1.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_range(int, int);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, s = PTHREAD_MUTEX_INITIALIZER;
static int x, v, c, r, q;

static void *reads_x(void *arg) {
    pthread_mutex_lock(&s);
    r = x;
    pthread_mutex_unlock(&s);
    return 0;
}

static void *reads_v(void *arg) {
    pthread_mutex_lock(&m);
    q = v;
    pthread_mutex_unlock(&m);
    return 0;
}

static void *chooses(void *arg) {
    pthread_mutex_lock(&m);
    v = 1;
    c = __VERIFIER_nondet_range(0, 1);
    pthread_mutex_unlock(&m);
    return 0;
}

static void *writes_x(void *arg) {
    pthread_mutex_lock(&s);
    x = 1;
    pthread_mutex_unlock(&s);
    return 0;
}

int main(void) {
    pthread_t t[4];
    pthread_create(&t[0], 0, reads_x, 0);
    pthread_create(&t[1], 0, reads_v, 0);
    pthread_create(&t[2], 0, chooses, 0);
    pthread_create(&t[3], 0, writes_x, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    assert(!(r == 1 && q == 1 && c == 1)); /*@bug*/
    return 0;
}
