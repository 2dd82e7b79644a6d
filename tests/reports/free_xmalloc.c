/* What `xmalloc` allocates is allocated where it is called. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
    int id, done;
};

static void *xmalloc(size_t size)
{
    void *memory = malloc(size);
    if (!memory) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return memory;
}

static struct job *current;

static void *worker(void *arg)
{
    current->done = 1;
    return NULL;
}

int main(void)
{
    pthread_t t;
    char *name = xmalloc(16);
    current = xmalloc(sizeof *current);
    current->id = 1;
    pthread_create(&t, NULL, worker, NULL);
    free(current);
    pthread_join(t, NULL);
    free(name);
    return 0;
}
