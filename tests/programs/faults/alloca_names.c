//@ check: data-race message="data race on `w[1].done`"
// What `alloca` gives is called after the variable that it is assigned to, as what `malloc` gives is.
#include <alloca.h>
#include <pthread.h>

struct worker {
    int *total;
    int done;
};

static void *works(void *arg)
{
    struct worker *worker = arg;
    worker->done = 1;
    return NULL;
}

static int run(int count)
{
    pthread_t thread;
    struct worker *w = alloca(count * sizeof *w);
    for (int i = 0; i < count; i++)
        w[i].done = 0;
    pthread_create(&thread, NULL, works, &w[1]);
    int done = w[1].done;
    pthread_join(thread, NULL);
    return done;
}

int main(void)
{
    return run(2) > 1;
}
