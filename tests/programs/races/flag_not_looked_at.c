//@ check: data-race line=@a|@b other=@a|@b
// Reading the flag is not enough; it must be seen set.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int flag;

static void *first(void *arg) {
    data = 1; /*@a*/
    flag = 1;
    return arg;
}

static void *second(void *arg) {
    int seen = flag;
    int copy = data; /*@b*/
    (void)seen, (void)copy;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
