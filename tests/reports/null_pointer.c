// The configuration is looked up between two reloads.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct config {
    int timeout;
};

static struct config first = {10}, second = {20};
static struct config *_Atomic current = &first;

static void *reload(void *arg)
{
    current = NULL;
    current = &second;
    return arg;
}

static int timeout(void)
{
    return current->timeout;
}

static void *request(void *arg)
{
    static int used;
    used = timeout();
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, reload, NULL);
    pthread_create(&b, NULL, request, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
