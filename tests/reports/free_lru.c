/* LRU cache: get hands out a pointer to an entry that put may evict. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CAP 2
struct entry {
    char key[8];
    char *value;
    struct entry *prev, *next;
};
static struct {
    pthread_mutex_t lock;
    struct entry *front, *back;
    int size;
} lru = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void unlink_entry(struct entry *e)
{
    if (e->prev) e->prev->next = e->next; else lru.front = e->next;
    if (e->next) e->next->prev = e->prev; else lru.back = e->prev;
}
static void push_front(struct entry *e)
{
    e->prev = NULL;
    e->next = lru.front;
    if (lru.front) lru.front->prev = e; else lru.back = e;
    lru.front = e;
}
static struct entry *find(const char *key)
{
    for (struct entry *e = lru.front; e; e = e->next)
        if (strcmp(e->key, key) == 0)
            return e;
    return NULL;
}
static void put(const char *key, const char *value)
{
    pthread_mutex_lock(&lru.lock);
    if (lru.size == CAP) {
        struct entry *old = lru.back;
        unlink_entry(old);
        free(old->value);
        free(old);
        lru.size--;
    }
    struct entry *e = calloc(1, sizeof *e);
    strncpy(e->key, key, sizeof e->key - 1);
    e->value = strdup(value);
    push_front(e);
    lru.size++;
    pthread_mutex_unlock(&lru.lock);
}
#ifdef FIXED
static char *get(const char *key)
{
    char *copy = NULL;
    pthread_mutex_lock(&lru.lock);
    struct entry *e = find(key);
    if (e) {
        unlink_entry(e);
        push_front(e);
        copy = strdup(e->value);
    }
    pthread_mutex_unlock(&lru.lock);
    return copy;
}
#else
static const char *get(const char *key)
{
    pthread_mutex_lock(&lru.lock);
    struct entry *e = find(key);
    if (e) {
        unlink_entry(e);
        push_front(e);
    }
    pthread_mutex_unlock(&lru.lock);
    return e ? e->value : NULL;
}
#endif
static void *client(void *arg)
{
    (void)arg;
#ifdef FIXED
    char *v = get("a");
#else
    const char *v = get("a");
#endif
    if (v)
        printf("%zu\n", strlen(v));
#ifdef FIXED
    free(v);
#endif
    return NULL;
}
static void *filler(void *arg)
{
    put("c", "gamma");
    put("d", "delta");
    return arg;
}
int main(void)
{
    pthread_t a, b;
    put("a", "alpha");
    put("b", "beta");
    pthread_create(&a, NULL, client, NULL);
    pthread_create(&b, NULL, filler, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    while (lru.front) {
        struct entry *e = lru.front;
        unlink_entry(e);
        free(e->value);
        free(e);
    }
    return 0;
}
