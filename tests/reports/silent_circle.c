//! --max-steps 100000
// A block that is given back twice makes a circle of the free list, which is then counted.
#include <pthread.h>
#include <stddef.h>

struct block {
    struct block *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct block *unused, first, second;

static void give_back(struct block *b) {
    pthread_mutex_lock(&lock);
    b->next = unused;
    unused = b;
    pthread_mutex_unlock(&lock);
}

static int count(void) {
    int blocks = 0;
    pthread_mutex_lock(&lock);
    for (struct block *b = unused; b; b = b->next)
        blocks++;
    pthread_mutex_unlock(&lock);
    return blocks;
}

static void *user(void *arg) {
#ifndef FIX
    give_back(&first);
#endif
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, user, NULL);
    give_back(&second);
    give_back(&first);
    pthread_join(t, NULL);
    return count() != 2;
}
