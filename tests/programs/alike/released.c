//@ check --explorer optimal: assertion line=@bug
//@ check: assertion line=@bug
// References that are taken are counted by additions whose results nobody uses; those that are given back by some whose results decide who frees. The
// third thread may find an object of which the last reference has been given back.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int refs = 2;
static atomic_int gone;

static void give_back(void) {
    if (atomic_fetch_sub(&refs, 1) == 1)
        gone = 1;
}

static void *takes(void *arg) {
    atomic_fetch_add(&refs, 1);
    give_back();
    give_back();
    return 0;
}

static void *late(void *arg) {
    atomic_fetch_add(&refs, 1);
    assert(!gone); /*@bug*/
    return 0;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, takes, 0);
    pthread_create(&t[1], 0, late, 0);
    give_back();
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
