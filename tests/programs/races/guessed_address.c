//@ check --model sc: data-race|invalid-pointer
//@ check --model rc11: data-race|invalid-pointer
//@ check --model sc --races explore: invalid-pointer line=@use
//@ check --model sc --races explore --explorer source: invalid-pointer line=@use
//@ check --model sc --races explore --explorer optimal: invalid-pointer line=@use
//@ check --model sc --races explore --explorer rvf: invalid-pointer line=@use
//@ check --model tso --races explore: invalid-pointer line=@use
//@ check --model ra --races explore: invalid-pointer line=@use
// One thread computes where the other will allocate its second object: it may come there before there is one, or, where that is
// reported, with nothing that orders it after the allocation.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static char *_Atomic shared;

static void *maker(void *arg) {
    char *first = malloc(8);
    atomic_store(&shared, first);
    char *second = malloc(8);
    *second = 1;
    return arg;
}

static void *user(void *arg) {
    char *q = atomic_load(&shared);
    if (q)
        *(volatile char *)((uintptr_t)q + 0x10000) = 2; /*@use*/
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, maker, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
