//@ cflags: -fexceptions
//@ check: assertion line=@bug thread=1
//@ check --explorer source: assertion line=@bug thread=1
//@ check --explorer unfolding: assertion line=@bug thread=1
//@ check --model rc11: assertion line=@bug thread=1
//@ check --races explore: assertion line=@bug thread=1
// A handler takes part in what other threads do: this one finds that the other thread was not yet there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int arrived;

static void handler(void *arg) {
    (void)arg;
    assert(atomic_load(&arrived) == 1); /*@bug*/
}

static void *leaves(void *arg) {
    pthread_cleanup_push(handler, NULL);
    if (!arg)
        pthread_exit(NULL);
    pthread_cleanup_pop(0);
    return NULL;
}

static void *arrives(void *arg) {
    atomic_store(&arrived, 1);
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, leaves, NULL);
    pthread_create(&u, NULL, arrives, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
