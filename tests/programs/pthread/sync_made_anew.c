//@ check --stub which=0: safe
//@ check --stub which=1: sync-misuse line=@destroyed
//@ check --stub which=2: safe
//@ check --stub which=3: sync-misuse line=@garbage
//@ check --stub which=4: sync-misuse line=@twice
//@ check --stub which=5: data-race
//@ check --races explore --stub which=0: safe
//@ check --races explore --stub which=1: sync-misuse line=@destroyed
//@ check --races explore --stub which=3: sync-misuse line=@garbage
//@ check --races explore --stub which=4: sync-misuse line=@twice
// Synchronisation objects that plain stores make anew: assigning a static initialiser to a destroyed one, clearing or
// copying the structure that they are in. A destroyed one that nobody makes anew stays destroyed.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

int which(void);

struct account {
    int money;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int more;
};
static struct account shared;
static pthread_mutex_t again = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int inits;

static void init(void) { inits++; }

static void *pay(void *arg) {
    struct account *a = arg;
    pthread_mutex_lock(&a->lock);
    a->money++;
    pthread_cond_signal(&a->changed);
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

static void round_of(struct account *a) {
    pthread_t t;
    pthread_create(&t, NULL, pay, a);
    pthread_mutex_lock(&a->lock);
    while (a->money < 1)
        pthread_cond_wait(&a->changed, &a->lock);
    pthread_mutex_unlock(&a->lock);
    pthread_join(t, NULL);
    assert(a->money == 1);
    pthread_mutex_destroy(&a->lock);
    pthread_cond_destroy(&a->changed);
}

static void *locking(void *arg) {
    pthread_mutex_lock(&again);
    pthread_mutex_unlock(&again);
    return arg;
}

int main(void) {
    int w = which();
    if (w == 0) {
        round_of(&shared);
        memset(&shared, 0, sizeof shared);
        round_of(&shared);
        shared = (struct account){.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
        round_of(&shared);
        shared.money = 0;
        pthread_mutex_init(&shared.lock, NULL);
        pthread_cond_init(&shared.changed, NULL);
        round_of(&shared);
        for (int i = 0; i < 3; i++) {
            once = PTHREAD_ONCE_INIT;
            pthread_once(&once, init);
            pthread_once(&once, init);
        }
        assert(inits == 3);
        struct account *heap = malloc(sizeof *heap);
        for (int i = 0; i < 2; i++) {
            memset(heap, 0, sizeof *heap);
            round_of(heap);
        }
        free(heap);
    }
    if (w == 1) {
        pthread_mutex_destroy(&shared.lock);
        shared.money = 5;
        shared.more = 6;
        pthread_mutex_lock(&shared.lock); /*@destroyed*/
    }
    if (w == 2) {
        // Copying to where it was.
        struct account *heap = malloc(sizeof *heap);
        heap->money = heap->more = 0;
        pthread_mutex_init(&heap->lock, NULL);
        pthread_cond_init(&heap->changed, NULL);
        struct account copy = *heap;
        copy.more = 7;
        *heap = copy;
        round_of(heap);
        free(heap);
    }
    if (w == 3) {
        pthread_mutex_lock(&shared.lock);
        memset(&shared, 0x55, sizeof shared);
        pthread_mutex_unlock(&shared.lock); /*@garbage*/
    }
    if (w == 4) {
        pthread_mutex_init(&shared.lock, NULL);
        shared.money = 1;
        pthread_mutex_init(&shared.lock, NULL); /*@twice*/
    }
    if (w == 5) {
        // Without anything that orders it with who still uses it.
        pthread_t t;
        pthread_create(&t, NULL, locking, NULL);
        again = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
        pthread_join(t, NULL);
    }
    return 0;
}
