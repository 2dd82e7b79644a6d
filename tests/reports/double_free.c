// Two owners count down without an atomic operation: both think that they are the last.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct buffer {
    atomic_int owners;
    char *data;
};

static struct buffer buffer;

static void *owner(void *arg)
{
    atomic_store(&buffer.owners, atomic_load(&buffer.owners) - 1);
    if (atomic_load(&buffer.owners) <= 0)
        free(buffer.data);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    buffer.data = malloc(8);
    atomic_store(&buffer.owners, 2);
    pthread_create(&a, NULL, owner, NULL);
    pthread_create(&b, NULL, owner, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
