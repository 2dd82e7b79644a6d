#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int table[200000];
static int first = 1, last;

static void *looks(void *arg) {
    assert(first + last != 9);
    return arg;
}

int main(void) {
    pthread_t t;
    first = 2;
    for (int i = 0; i < 200000; i++)
        table[i] = i;
    last = 7;
    pthread_create(&t, NULL, looks, NULL);
    pthread_join(t, NULL);
    return table[0];
}
