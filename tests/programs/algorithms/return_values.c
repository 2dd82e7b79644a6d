//@ check: safe executions=1 note=none
// What a thread returns, by return and by pthread_exit, comes out of join.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static void *by_return(void *arg) { return (void *)((intptr_t)arg * 2); }
static void deep(int *p) { pthread_exit(p); }
static void *by_exit(void *arg) {
    int *p = malloc(sizeof *p);
    *p = *(int *)arg + 1;
    deep(p);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int n = 7;
    void *r, *s;
    pthread_create(&a, NULL, by_return, (void *)21);
    pthread_create(&b, NULL, by_exit, &n);
    pthread_join(a, &r);
    pthread_join(b, &s);
    assert((intptr_t)r == 42 && *(int *)s == 8);
    free(s);
    return 0;
}
