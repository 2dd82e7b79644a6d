//@ check --stub way=0 --explorer prefix: assertion line=@fails
//@ check --stub way=0 --explorer states: assertion line=@fails
//@ check --stub way=1 --explorer prefix: assertion line=@fails
//@ check --stub way=2 --explorer prefix: safe
// A key is made of the text of an address, which differs in each round. Where it is only shown, a round is like the one before.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int way(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *other(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&mutex);
        x = !x;
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

static unsigned hash(void *block, int which)
{
    if (which == 0) {
        char key[40];
        snprintf(key, sizeof key, "%p", block);
        return (unsigned)strtoul(key, NULL, 16) >> 16;
    }
    if (which == 1) {
        char *key = NULL;
        asprintf(&key, "%p", block);
        unsigned number = (unsigned)strtoul(key, NULL, 16) >> 17; // It is new memory, too.
        free(key);
        return number;
    }
    printf("%p\n", block);
    fprintf(stderr, "%p\n", block);
    return 0;
}

int main(void)
{
    pthread_t thread;
    int which = way();
    pthread_create(&thread, NULL, other, NULL);
    for (;;) {
        void *block = malloc(16);
        unsigned key = hash(block, which);
        free(block);
        pthread_mutex_lock(&mutex);
        assert(key % 64 != 63); /*@fails*/
        pthread_mutex_unlock(&mutex);
    }
}
