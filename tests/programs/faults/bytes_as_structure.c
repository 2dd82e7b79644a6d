//@ check: data-race message="data race on `arena+16.metric`"
//@ cflags: -Wno-cast-align
// An array of bytes that holds structures (for variables of other types see declared_as.c).
#include <pthread.h>
#include <stdalign.h>
#include <stddef.h>

struct route {
    unsigned to, via;
    int metric;
};

static alignas(16) char arena[64];

static struct route *route(size_t at)
{
    return (struct route *)(arena + at);
}

static void *raises(void *arg)
{
    route(16)->metric++;
    return arg;
}

int main(void)
{
    pthread_t thread;
    route(0)->metric = 1;
    route(16)->metric = 2;
    pthread_create(&thread, NULL, raises, NULL);
    route(16)->metric++;
    pthread_join(thread, NULL);
    return 0;
}
