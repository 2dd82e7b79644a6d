// Settings are copied with their locks; main looks before the other thread has raised the level.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

struct settings {
    pthread_mutex_t lock;
    sem_t changed;
    pthread_cond_t reloaded;
    int level;
    const char *name;
};

static struct settings current;

static void *raise_level(void *arg)
{
    pthread_mutex_lock(&current.lock);
    current.level++;
    pthread_mutex_unlock(&current.lock);
    return arg;
}

int main(void)
{
    pthread_t other;
    current = (struct settings){ .lock = PTHREAD_MUTEX_INITIALIZER, .reloaded = PTHREAD_COND_INITIALIZER, .level = 4, .name = "the first of the settings" };
    sem_init(&current.changed, 0, 0);
    pthread_create(&other, NULL, raise_level, NULL);
#ifdef FIX
    pthread_join(other, NULL);
#endif
    pthread_mutex_lock(&current.lock);
    struct settings copy = current;
    pthread_mutex_unlock(&current.lock);
    assert(copy.level == 5);
}
