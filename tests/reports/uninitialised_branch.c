/* A future: the waiter does not check that the value is set when the producer failed. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct result { bool ok; char text[16]; int code; };
struct future {
    pthread_mutex_t m;
    pthread_cond_t c;
    bool done;
    struct result *r;
};

static void *compute(void *arg)
{
    struct future *f = arg;
    struct result *r = malloc(sizeof *r);
    r->ok = false;
    strcpy(r->text, "no data");
    pthread_mutex_lock(&f->m);
    f->r = r;
    f->done = true;
    pthread_cond_signal(&f->c);
    pthread_mutex_unlock(&f->m);
    return NULL;
}

int main(void)
{
    struct future f = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER };
    pthread_t t;
    pthread_create(&t, NULL, compute, &f);
    pthread_mutex_lock(&f.m);
    while (!f.done)
        pthread_cond_wait(&f.c, &f.m);
    pthread_mutex_unlock(&f.m);
    if (f.r->code > 0 || f.r->ok)
        puts(f.r->text);
    pthread_join(t, NULL);
    free(f.r);
    return 0;
}
