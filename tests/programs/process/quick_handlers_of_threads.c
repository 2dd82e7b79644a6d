//@ check: assertion line=@broken thread=0
//@ check --keep-going: assertion faults=1
// Two threads register a handler of quick_exit each; they run in the opposite order.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int first;

static void one(void) { first = first ? first : 1; }
static void two(void) { first = first ? first : 2; }

static void check(void) {
    assert(first == 2); /*@broken*/
}

static void *registers(void *arg) {
    at_quick_exit(arg ? one : two);
    return 0;
}

int main(void) {
    pthread_t a, b;
    at_quick_exit(check);
    pthread_create(&a, 0, registers, 0);
    pthread_create(&b, 0, registers, &a);
    pthread_join(a, 0);
    pthread_join(b, 0);
    quick_exit(0);
}
