//@ check: data-race line=@a|@b other=@a|@b
#include <pthread.h>
#include <stddef.h>

struct pair {
    long a, b;
};
static struct pair x, y;

static void *first(void *arg) {
    y = x; /*@a*/
    return arg;
}

static void *second(void *arg) {
    x.b = 1; /*@b*/
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
