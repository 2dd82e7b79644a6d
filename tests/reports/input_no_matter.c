//! --symbolic
/* The race is there whatever the request is. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

struct request {
    int id, size;
};

static struct request last;
static long bytes;

static void *serve(void *arg)
{
    struct request *r = arg;
    bytes += r->size;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    struct request first = {1, __VERIFIER_nondet_int()}, second = {2, __VERIFIER_nondet_int()};
    last = second;
    pthread_create(&a, NULL, serve, &first);
    pthread_create(&b, NULL, serve, &second);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
