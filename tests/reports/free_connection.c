// A table of connections: one thread closes a connection that another one has looked up.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct connection {
    int id;
    char host[16];
};

static struct connection *table[4];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct connection *find(int id)
{
    pthread_mutex_lock(&lock);
    struct connection *c = table[id];
    pthread_mutex_unlock(&lock);
    return c;
}

static void add(int id, const char *host)
{
    struct connection *c = malloc(sizeof *c);
    c->id = id;
    strcpy(c->host, host);
    pthread_mutex_lock(&lock);
    table[id] = c;
    pthread_mutex_unlock(&lock);
}

static void *reader(void *arg)
{
    struct connection *c = find(1);
    if (c != NULL && c->host[0] == 'b')
        puts("beta");
    return arg;
}

static void *closer(void *arg)
{
    pthread_mutex_lock(&lock);
    struct connection *c = table[1];
    table[1] = NULL;
    pthread_mutex_unlock(&lock);
    free(c);
    return arg;
}

int main(void)
{
    pthread_t r, c;
    add(0, "alpha");
    add(1, "beta");
    pthread_create(&r, NULL, reader, NULL);
    pthread_create(&c, NULL, closer, NULL);
    pthread_join(r, NULL);
    pthread_join(c, NULL);
    free(table[0]);
    return 0;
}
