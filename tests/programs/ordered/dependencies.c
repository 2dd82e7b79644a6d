//@ check --explorer states --model sc: safe
// Tasks with numbers of tasks that they wait for, counted down by acq_rel; workers wait for a task by a condition
// variable. Nothing but read-modify-writes touches the numbers meanwhile, so that interleavings are all there is.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define TASKS 5
#define WORKERS 3

struct task {
    atomic_int missing;
    int next[2], count, value;
    struct task *ready;
};

static struct task tasks[TASKS] = {
    {0, {1, 2}, 2, 0, NULL}, {1, {3}, 1, 0, NULL}, {1, {3}, 1, 0, NULL}, {2, {4}, 1, 0, NULL}, {1, {0}, 0, 0, NULL},
};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct task *ready;
static int left = TASKS;

static void make_ready(struct task *task)
{
    pthread_mutex_lock(&mutex);
    task->ready = ready;
    ready = task;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
}

static void run(struct task *task)
{
    long number = task - tasks;
    task->value = number == 0 ? 6 : number == 3 ? tasks[1].value + tasks[2].value : tasks[number == 4 ? 3 : 0].value;
    for (int i = 0; i < task->count; i++) {
        struct task *next = &tasks[task->next[i]];
        if (atomic_fetch_sub_explicit(&next->missing, 1, memory_order_acq_rel) == 1)
            make_ready(next);
    }
    pthread_mutex_lock(&mutex);
    if (--left == 0)
        pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

static void *worker(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&mutex);
        while (!ready && left)
            pthread_cond_wait(&changed, &mutex);
        struct task *task = ready;
        if (task)
            ready = task->ready;
        pthread_mutex_unlock(&mutex);
        if (!task)
            return unused;
        run(task);
    }
}

int main(void)
{
    pthread_t threads[WORKERS];
    make_ready(&tasks[0]);
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(threads[i], NULL);
    assert(tasks[4].value == 12);
    return 0;
}
