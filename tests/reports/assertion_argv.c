//! --args a,b
// A thread splits an argument, which main reads afterwards: the characters of an argument are shown as such, the pointers to them not.
#include <assert.h>
#include <pthread.h>

static char **args;

static void *splitter(void *arg)
{
    for (char *c = args[1]; *c; c++)
        if (*c == ',')
            *c = '\0';
    return arg;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 0;
    args = argv;
    pthread_t t;
    pthread_create(&t, NULL, splitter, NULL);
    pthread_join(t, NULL);
    assert(argv[1][1] == ',');
    return 0;
}
