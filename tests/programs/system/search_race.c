//@ check: data-race
// Two threads put something into a tree, and nothing orders them.
#include <pthread.h>
#include <search.h>
#include <stdlib.h>

static void *root;
static int keys[2] = {1, 2};

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static void *add(void *key) {
    tsearch(key, &root, compare);
    return NULL;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, add, &keys[0]);
    add(&keys[1]);
    pthread_join(a, NULL);
    return 0;
}
