// memcmp looks at what lies between the members, too.
#include <pthread.h>
#include <string.h>

struct header {
    char tag;
    int length;
};

static struct header box;

static void *send(void *arg)
{
    struct header header;
    header.tag = 'x';
    header.length = 3;
    box = header;
    return arg;
}

int main(void)
{
    pthread_t t;
    struct header wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.tag = 'x';
    wanted.length = 3;
    pthread_create(&t, NULL, send, NULL);
    pthread_join(t, NULL);
    return memcmp(&box, &wanted, sizeof box) != 0;
}
