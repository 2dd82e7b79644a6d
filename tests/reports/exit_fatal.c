/* Two workers that both give up call exit. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
static atomic_int errors;
static void cleanup(void) { printf("errors: %d\n", atomic_load(&errors)); }
static void fatal(const char *what)
{
    atomic_fetch_add(&errors, 1);
    fprintf(stderr, "fatal: %s\n", what);
    exit(EXIT_FAILURE);
}
static void *worker(void *arg)
{
    const char *path = arg;
    if (path[0] != '/')
        fatal(path);
    return NULL;
}
int main(void)
{
    pthread_t a, b;
    atexit(cleanup);
    pthread_create(&a, NULL, worker, "etc/a");
    pthread_create(&b, NULL, worker, "etc/b");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
