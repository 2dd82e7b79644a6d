// Members of a union: the one that the source names.
#include <pthread.h>

struct table {
    int size;
    union {
        int used;
        int most;
        float load;
    };
};

static struct table table;

static void *set(void *arg)
{
    table.load = 1.5f;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    table.most = 4;
    pthread_join(t, NULL);
    return 0;
}
