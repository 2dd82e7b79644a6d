// Two threads that copy a structure on the heap, whose pieces are also accessed one by one: how it is copied shows late.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    short first, second;
    int third;
};

static struct pair *shared;

static void *copy(void *arg) {
    struct pair mine;
    memcpy(&mine, shared, sizeof mine);
    shared->second = mine.first;
    return arg;
}

int main(void) {
    pthread_t threads[2];
    shared = calloc(1, sizeof *shared);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, copy, NULL);
    shared->first = 1;
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    free(shared);
    return 0;
}
