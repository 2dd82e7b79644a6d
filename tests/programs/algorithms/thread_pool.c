//@ check: safe note=none
//@ check --explorer prefix: safe note=none
// Two workers take jobs from a list until it is closed.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct job {
    void (*run)(int *);
    int *argument;
    struct job *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct job *jobs;
static bool closed;

static void square(int *x) { *x *= *x; }

static void submit(void (*run)(int *), int *argument) {
    struct job *j = malloc(sizeof *j);
    pthread_mutex_lock(&lock);
    *j = (struct job){run, argument, jobs};
    jobs = j;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

static struct job *take(void) {
    pthread_mutex_lock(&lock);
    while (jobs == NULL && !closed)
        pthread_cond_wait(&changed, &lock);
    struct job *j = jobs;
    if (j != NULL)
        jobs = j->next;
    pthread_mutex_unlock(&lock);
    return j;
}

static void *worker(void *arg) {
    struct job *j;
    while ((j = take()) != NULL) {
        j->run(j->argument);
        free(j);
    }
    return arg;
}

int main(void) {
    pthread_t t[2];
    int numbers[2] = {3, 4};
    for (int i = 0; i < 2; i++)
        submit(square, &numbers[i]);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    closed = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(numbers[0] == 9 && numbers[1] == 16);
    return 0;
}
