/* Hash tables of search.h, here without hashing: a new entry comes first. */
#include "tb.h"

#define ESRCH 3

typedef struct {
    char *key;
    void *data;
} ENTRY;

struct node {
    ENTRY entry;
    struct node *next;
};

struct hsearch_data {
    struct node *table;
    unsigned size, filled;
};

static struct hsearch_data __tb_table;

static int same(const char *a, const char *b)
{
    for (; *a == *b; a++, b++)
        if (!*a)
            return 1;
    return 0;
}

int hcreate_r(size_t room, struct hsearch_data *table)
{
    if (table->size)
        return 0;
    table->table = NULL;
    table->filled = 0;
    table->size = (unsigned)room + 1;
    return 1;
}

void hdestroy_r(struct hsearch_data *table)
{
    struct node *next;
    for (struct node *node = table->table; node; node = next) {
        next = node->next;
        free(node);
    }
    table->table = NULL;
    table->size = 0;
}

/* action: 0 FIND, 1 ENTER. glibc's tables have room for a few more than they are made for; a full one is told from here on. */
int hsearch_r(ENTRY wanted, int action, ENTRY **found, struct hsearch_data *table)
{
    for (struct node *node = table->table; node; node = node->next)
        if (same(node->entry.key, wanted.key)) {
            *found = &node->entry;
            return 1;
        }
    *found = NULL;
    if (action == 0) {
        errno = ESRCH;
        return 0;
    }
    struct node *node = table->filled + 1 < table->size ? malloc(sizeof *node) : NULL;
    if (!node) {
        errno = ENOMEM;
        return 0;
    }
    node->entry = wanted;
    node->next = table->table;
    table->table = node;
    table->filled++;
    *found = &node->entry;
    return 1;
}

int hcreate(size_t room)
{
    return hcreate_r(room, &__tb_table);
}

void hdestroy(void)
{
    hdestroy_r(&__tb_table);
}

ENTRY *hsearch(ENTRY wanted, int action)
{
    ENTRY *found;
    hsearch_r(wanted, action, &found, &__tb_table);
    return found;
}
