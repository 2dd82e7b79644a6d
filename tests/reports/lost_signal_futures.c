// A pool whose jobs have futures. The stop is signalled to one worker only.
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct future {
    pthread_mutex_t lock;
    pthread_cond_t done;
    bool ready;
    int value;
};

struct job {
    int argument;
    struct future *future;
    struct job *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static struct job *first;
static bool stop;

static void complete(struct future *f, int value) {
    pthread_mutex_lock(&f->lock);
    f->value = value;
    f->ready = true;
    pthread_cond_signal(&f->done);
    pthread_mutex_unlock(&f->lock);
}

static int get(struct future *f) {
    pthread_mutex_lock(&f->lock);
    while (!f->ready)
        pthread_cond_wait(&f->done, &f->lock);
    int value = f->value;
    pthread_mutex_unlock(&f->lock);
    free(f);
    return value;
}

static struct future *submit(int argument) {
    struct future *f = calloc(1, sizeof *f);
    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->done, NULL);
    struct job *j = malloc(sizeof *j);
    *j = (struct job){argument, f, NULL};
    pthread_mutex_lock(&lock);
    j->next = first;
    first = j;
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&lock);
    return f;
}

static void *worker(void *arg) {
    for (;;) {
        pthread_mutex_lock(&lock);
        while (!first && !stop)
            pthread_cond_wait(&more, &lock);
        struct job *j = first;
        if (j)
            first = j->next;
        pthread_mutex_unlock(&lock);
        if (!j)
            return NULL;
        complete(j->future, j->argument * j->argument);
        free(j);
    }
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    struct future *a = submit(2), *b = submit(3);
    int sum = get(a) + get(b);
    pthread_mutex_lock(&lock);
    stop = true;
#ifdef FIX
    pthread_cond_broadcast(&more);
#else
    pthread_cond_signal(&more);
#endif
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return sum == 13 ? 0 : 1;
}
