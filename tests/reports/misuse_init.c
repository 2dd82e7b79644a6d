// A registry with static storage is used before its module initialises the lock, which zeros have made usable.
#include <pthread.h>
#include <string.h>

struct registry {
    pthread_mutex_t lock;
    char names[4][12];
    int used;
};

static struct registry registry;

static void add(struct registry *r, const char *name)
{
    pthread_mutex_lock(&r->lock);
    strncpy(r->names[r->used++], name, sizeof r->names[0] - 1);
    pthread_mutex_unlock(&r->lock);
}

static void *plugin(void *name)
{
    add(&registry, name);
    return NULL;
}

int main(void)
{
    pthread_t p;
    pthread_create(&p, NULL, plugin, "codec");
    pthread_mutex_init(&registry.lock, NULL);
    add(&registry, "main");
    pthread_join(p, NULL);
    return 0;
}
