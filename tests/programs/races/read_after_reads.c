//@ check: data-race line=@a|@b other=@a|@b
// Two readers, ordered with each other, but only one of them is ordered with the writer.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int x;
static atomic_int done;

static void *reader(void *arg) {
    int seen = x; /*@a*/
    (void)seen;
    return arg;
}
static void *polite(void *arg) {
    int seen = x;
    (void)seen;
    done = 1;
    return arg;
}
static void *writer(void *arg) {
    if (done)
        x = 1; /*@b*/
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, polite, NULL);
    pthread_create(&c, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
