//@ check: data-race line=@a|@b other=@a|@b
// The child ends without waiting for the grandchild.
#include <pthread.h>
#include <stddef.h>

static int x;

static void *grandchild(void *arg) {
    x++; /*@a*/
    return arg;
}
static void *child(void *arg) {
    pthread_t t;
    pthread_create(&t, NULL, grandchild, NULL);
    pthread_detach(t);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, child, NULL);
    pthread_join(t, NULL);
    x++; /*@b*/
    return 0;
}
