//@ check: data-race line=@one
// An `ifunc` symbol stands for the function that its resolver gives: `locked` or, here, `plain`, which races with itself.
#include <pthread.h>

static int count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int plain(int n) {
    count += n; /*@one*/
    return n + 1;
}

static int locked(int n) {
    pthread_mutex_lock(&m);
    count += n;
    pthread_mutex_unlock(&m);
    return n + 2;
}

static const int has_locks = 0;
static int (*resolve(void))(int) { return has_locks ? locked : plain; }
int add(int n) __attribute__((ifunc("resolve")));

static void *work(void *arg) {
    return add(1) == 2 ? arg : &count;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
