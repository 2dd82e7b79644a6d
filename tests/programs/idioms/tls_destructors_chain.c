//@ check: safe output="d1 d2 d1 end\n"
// Destructors of thread-specific data: one sets the other's value again, so that they run in several rounds.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_key_t one, two;
static __thread int rounds;

static void end_one(void *value) {
    printf("d1 ");
    if (rounds++ == 0)
        assert(pthread_setspecific(two, value) == 0);
    else
        free(value);
}

static void end_two(void *value) {
    printf("d2 ");
    assert(pthread_getspecific(two) == NULL);
    pthread_setspecific(one, value);
}

static void *run(void *arg) {
    (void)arg;
    int *p = malloc(sizeof *p);
    *p = 7;
    assert(pthread_getspecific(one) == NULL && rounds == 0);
    pthread_setspecific(one, p);
    pthread_exit(NULL);
}

int main(void) {
    pthread_key_create(&one, end_one);
    pthread_key_create(&two, end_two);
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    assert(rounds == 0);
    printf("end\n");
    return 0;
}
