// What the first member points to is called after the member.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
    char *data;
    int length;
};

static struct buffer shared;

static void *drop(void *arg)
{
    free(shared.data);
    return arg;
}

int main(void)
{
    pthread_t t;
    shared.data = malloc(6);
    memcpy(shared.data, "hello", 6);
    pthread_create(&t, NULL, drop, NULL);
    char first = shared.data[0];
    pthread_join(t, NULL);
    return first != 'h';
}
