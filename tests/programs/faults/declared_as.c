//@ check: data-race message="data race on `pair.c`"
// A variable is what it is declared as, whatever it is taken for (see bytes_as_structure.c).
#include <pthread.h>

struct route {
    unsigned to, via;
    int metric;
};

struct pair {
    int a, b, c;
};

static struct pair pair;

static struct route *route(void)
{
    return (struct route *)(void *)&pair;
}

static void *raises(void *arg)
{
    route()->metric++;
    return arg;
}

int main(void)
{
    pthread_t thread;
    route()->metric = 2;
    pthread_create(&thread, NULL, raises, NULL);
    route()->metric++;
    pthread_join(thread, NULL);
    return 0;
}
