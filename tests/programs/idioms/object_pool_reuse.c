//@ check: safe
// Objects with a mutex from a pool: cleared, initialised, used by two threads, destroyed, given back and used again.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct slot { pthread_mutex_t lock; int uses; struct slot *next; };
static struct slot slots[2], *free_list;

static struct slot *take(void) {
    struct slot *s = free_list;
    free_list = s->next;
    memset(s, 0, sizeof *s);
    pthread_mutex_init(&s->lock, NULL);
    return s;
}

static void give(struct slot *s) {
    pthread_mutex_destroy(&s->lock);
    s->next = free_list;
    free_list = s;
}

static void *use(void *arg) {
    struct slot *s = arg;
    pthread_mutex_lock(&s->lock);
    s->uses++;
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

int main(void) {
    slots[0].next = &slots[1];
    free_list = slots;
    for (int round = 0; round < 3; round++) {
        struct slot *s = take();
        pthread_t t;
        pthread_create(&t, NULL, use, s);
        use(s);
        pthread_join(t, NULL);
        assert(s->uses == 2);
        give(s);
    }
    return 0;
}
