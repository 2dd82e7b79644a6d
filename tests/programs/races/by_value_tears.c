//@ check: data-race
//@ check --races explore: assertion line=@torn
//@ check --races explore --explorer source: assertion line=@torn
//@ check --races explore --explorer optimal: assertion line=@torn
//@ check --races explore --model tso: assertion line=@torn
//@ check --races explore --model rc11: assertion line=@torn
// A structure of 8 bytes is passed by value while another is copied onto it. The compiler passes it as one number; it is
// two members all the same, and what arrives may be half of either.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef MEMBERS
#define MEMBERS int a, b;
#define ONES {1, 1}
#define WHOLE(v) ((v).a == (v).b)
#endif
struct part {
    MEMBERS
};
struct around {
    long before;
    struct part part;
};
struct around shared;

__attribute__((noinline)) static int is_whole(struct part v) {
    return WHOLE(v);
}

__attribute__((noinline)) static struct part same(struct part v) {
    return v;
}

static void *writer(void *arg) {
    struct part ones = ONES;
#ifdef RETURNED
    shared.part = same(ones);
#else
    shared.part = ones;
#endif
    return arg;
}

static void *reader(void *arg) {
#ifdef COUNTED
    is_whole(shared.part);
#else
    assert(is_whole(shared.part)); /*@torn*/
#endif
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
