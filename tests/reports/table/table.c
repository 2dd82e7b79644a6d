#include "table.h"
#include <string.h>

struct table table = {.lock = PTHREAD_MUTEX_INITIALIZER};

void table_add(struct table *t, const char *key)
{
    pthread_mutex_lock(&t->lock);
    t->entries[t->used].key = key;
    t->entries[t->used].hits = 1;
    t->used++;
    pthread_mutex_unlock(&t->lock);
}

int table_find(struct table *t, const char *key)
{
    int found = -1;
    pthread_mutex_lock(&t->lock);
    for (int i = 0; i < t->used; i++)
        if (strcmp(t->entries[i].key, key) == 0)
            found = i;
    pthread_mutex_unlock(&t->lock);
    if (found >= 0)
        hit(t, found);
    return found;
}
