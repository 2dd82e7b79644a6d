//@ check: data-race
//@ check --races explore: assertion line=@torn
//@ check --races explore --explorer source: assertion
//@ check --races explore --explorer optimal: assertion
//@ check --races explore --explorer observers: assertion
//@ check --races explore --explorer rf: assertion
//@ check --races explore --explorer rvf: assertion
//@ check --races explore --model tso: assertion
//@ check --races explore --model pso: assertion
//@ check --races explore --model ra: assertion
//@ check --races explore --model rc11: assertion
// A structure of 8 bytes is copied while another is copied onto it: what comes out may be half of either.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#ifndef PARTS
#define PARTS 2
struct part {
    int a, b;
};
#define FILL(p) (p)->a = (p)->b = 1
#define WHOLE(p) ((p)->a == (p)->b)
#endif
#ifndef COPY
#define COPY(to, from) *(to) = *(from)
#define SHARED struct part object, *shared = &object;
#define MAKE
#endif
static SHARED

static void *writer(void *arg) {
    struct part mine;
    FILL(&mine);
    COPY(shared, &mine);
    return arg;
}

static void *reader(void *arg) {
    struct part mine;
    COPY(&mine, shared);
#ifndef COUNTED
    assert(WHOLE(&mine)); /*@torn*/
#endif
    return arg;
}

int main(void) {
    pthread_t a, b;
    MAKE
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
