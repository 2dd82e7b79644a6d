// A message is copied onto memory that was freed: the copy is of the whole structure.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct message {
    long id;
    char from[12];
    double at[2];
};

static struct message *slot;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *post(void *arg)
{
    struct message m = {1, "ann", {0.5, 1.5}};
    (void)arg;
    pthread_mutex_lock(&lock);
    memcpy(slot, &m, sizeof m);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *shut(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    free(slot);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t p, s;
    slot = calloc(1, sizeof *slot);
    pthread_create(&p, NULL, post, NULL);
    pthread_create(&s, NULL, shut, NULL);
    pthread_join(p, NULL);
    pthread_join(s, NULL);
    return 0;
}
