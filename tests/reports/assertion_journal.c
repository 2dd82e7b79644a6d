// The check that there is room, and the entry, are two sections; the third entry is beyond the array.
#include <assert.h>
#include <pthread.h>

static struct {
    pthread_mutex_t lock;
    long ids[2];
    int count;
} journal = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void add(long id)
{
    pthread_mutex_lock(&journal.lock);
    int is_full = journal.count >= 2;
#ifndef FIX
    pthread_mutex_unlock(&journal.lock);
    pthread_mutex_lock(&journal.lock);
#endif
    if (!is_full)
        journal.ids[journal.count++] = id;
    pthread_mutex_unlock(&journal.lock);
}

static void *writer(void *arg)
{
    add((long)arg);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    add(100);
    pthread_create(&a, NULL, writer, (void *)200L);
    pthread_create(&b, NULL, writer, (void *)300L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(journal.count == 2);
}
