/* A cache behind a rwlock; a hit moves the entry to the front under the read lock. */
#include <pthread.h>
#include <stdlib.h>

struct entry { int key; int value; struct entry *next; };

static struct cache {
    pthread_rwlock_t lock;
    struct entry *head;
    unsigned long hits;
} cache = { .lock = PTHREAD_RWLOCK_INITIALIZER };

static void cache_put(int key, int value)
{
    struct entry *e = malloc(sizeof *e);
    e->key = key;
    e->value = value;
    pthread_rwlock_wrlock(&cache.lock);
    e->next = cache.head;
    cache.head = e;
    pthread_rwlock_unlock(&cache.lock);
}

static int cache_get(int key)
{
    int v = -1;
    pthread_rwlock_rdlock(&cache.lock);
    for (struct entry **p = &cache.head; *p; p = &(*p)->next) {
        struct entry *e = *p;
        if (e->key == key) {
            v = e->value;
            if (p != &cache.head) {
                *p = e->next;
                e->next = cache.head;
                cache.head = e;
            }
            break;
        }
    }
    pthread_rwlock_unlock(&cache.lock);
    return v;
}

static void *reader(void *arg)
{
    return (void *)(long)cache_get((int)(long)arg);
}

int main(void)
{
    pthread_t t[3];
    cache_put(1, 10);
    cache_put(2, 20);
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, reader, (void *)(i + 1));
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
