// A configuration is replaced in two steps.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct config {
    char *host;
    int port;
};

static struct config *config;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct config *make(const char *host, int port)
{
    struct config *c = calloc(1, sizeof *c);
    c->host = strdup(host);
    c->port = port;
    return c;
}

static void drop(void)
{
    pthread_mutex_lock(&lock);
    struct config *old = config;
    config = NULL;
    pthread_mutex_unlock(&lock);
    free(old->host);
    free(old);
}

static void *reload(void *arg)
{
    struct config *new = make("beta", 81);
    drop();
    pthread_mutex_lock(&lock);
    config = new;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *request(void *arg)
{
    char first[16];
    pthread_mutex_lock(&lock);
    strcpy(first, config->host);
    pthread_mutex_unlock(&lock);
    return first[0] == 'a' ? arg : NULL;
}

int main(void)
{
    pthread_t r, q;
    config = make("alpha", 80);
    pthread_create(&r, NULL, reload, NULL);
    pthread_create(&q, NULL, request, NULL);
    pthread_join(r, NULL);
    pthread_join(q, NULL);
    drop();
    return 0;
}
