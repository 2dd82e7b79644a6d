// A job dispatcher (after a family of "Quasi-optimal partial order reduction", CAV 2018; the paper does not print its program): for each of
// JOBS jobs the dispatcher looks how long the queues of WORKERS workers are, one after another, each behind its own mutex, and puts the job
// into the shortest. Each worker looks POLLS times into its own queue and does the first job there, if there is one. What is
// left in the end main does.
//
// Executions: a queue is shared by the dispatcher and one worker only, so an execution is, for each visit of the dispatcher to a queue, how
// often its worker has looked into it since the visit before. The number of ways to go on from a visit (given all lengths and looks left) is
// the sum, over the looks of that queue's worker before it, of the ways to go on after it; it is 1 after the last visit. This recursion is in
// crates/cli/tests/compare.rs. For 1 to 5 jobs: 54, 540, 2,860, 10,692, 31,147.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef WORKERS
#define WORKERS 3
#endif
#ifndef JOBS
#define JOBS 3
#endif
#ifndef POLLS
#define POLLS 2
#endif

static struct queue {
    pthread_mutex_t lock;
    int jobs[JOBS];
    int head, tail; // jobs[head] to jobs[tail - 1] wait
} queues[WORKERS];

static int square[JOBS]; // what doing job i comes to: each written by whoever has taken the job

static void check(const struct queue *q) {
    assert(0 <= q->head && q->head <= q->tail && q->tail <= JOBS);
    for (int i = q->head + 1; i < q->tail; i++)
        assert(q->jobs[i - 1] < q->jobs[i]);
}

static void put(struct queue *q, int job) {
    pthread_mutex_lock(&q->lock);
    q->jobs[q->tail++] = job;
    check(q);
    pthread_mutex_unlock(&q->lock);
}

static int length(struct queue *q) {
    pthread_mutex_lock(&q->lock);
    check(q);
    int n = q->tail - q->head;
    pthread_mutex_unlock(&q->lock);
    return n;
}

static int take(struct queue *q) {
    pthread_mutex_lock(&q->lock);
    check(q);
    int job = q->head < q->tail ? q->jobs[q->head++] : -1;
    pthread_mutex_unlock(&q->lock);
    return job;
}

static void perform(int job) {
    assert(square[job] == -1);
    square[job] = job * job;
}

static void *dispatcher(void *arg) {
    for (int job = 0; job < JOBS; job++) {
        int shortest = 0, least = JOBS + 1;
        for (int w = 0; w < WORKERS; w++) {
            int n = length(&queues[w]);
            if (n < least) {
                least = n;
                shortest = w;
            }
        }
        // Jobs before this one are in queues of which none is much longer than another.
        assert(least * WORKERS <= job);
        put(&queues[shortest], job);
    }
    return arg;
}

static void *worker(void *arg) {
    struct queue *q = arg;
    int last = -1;
    for (int i = 0; i < POLLS; i++) {
        int job = take(q);
        if (job == -1)
            continue;
        assert(last < job);
        last = job;
        perform(job);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[WORKERS + 1];
    for (int i = 0; i < JOBS; i++)
        square[i] = -1;
    for (int w = 0; w < WORKERS; w++) {
        pthread_mutex_init(&queues[w].lock, NULL);
        pthread_create(&threads[w], NULL, worker, &queues[w]);
    }
    pthread_create(&threads[WORKERS], NULL, dispatcher, NULL);
    for (int i = 0; i <= WORKERS; i++)
        pthread_join(threads[i], NULL);

    for (int w = 0; w < WORKERS; w++)
        for (int i = queues[w].head; i < queues[w].tail; i++)
            perform(queues[w].jobs[i]);
    for (int i = 0; i < JOBS; i++)
        assert(square[i] == i * i);
    return 0;
}
