#ifndef TABLE_H
#define TABLE_H
#include <pthread.h>

#define SLOTS 8

struct entry {
    const char *key;
    int hits;
};

struct table {
    pthread_mutex_t lock;
    struct entry entries[SLOTS];
    int used;
};

extern struct table table;

/* Counts a use of the key. */
static inline void hit(struct table *t, int slot)
{
    t->entries[slot].hits++;
}

void table_add(struct table *t, const char *key);
int table_find(struct table *t, const char *key);
#endif
