// A thread pool that polls a shared counter (after a family of "Quasi-optimal partial order reduction", CAV 2018; the paper does not
// print its program). JOBS jobs, a thread each, are prepared behind a mutex each. A clock counts which of them is due, behind one
// mutex, and WORKERS workers poll it once: whoever is the first to see a job due takes it, and looks behind its mutex whether it is
// ready. So the race for the counter decides which mutexes there are races for.
//
// Executions: WORKERS! * sum over j of C(JOBS, j) * C(WORKERS - 1, j - 1) * 2^j, 1 <= j <= WORKERS. For the orders on the counter say how
// many workers come after each tick of the clock, and which: j of the JOBS values are seen by one or more workers, there are C(WORKERS - 1, j - 1) ways
// to say by how many each, and WORKERS! to say in which order the workers come. Each of the j jobs is ready or not when
// it is taken. 13,872 for 12 jobs and 3 workers.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef JOBS
#define JOBS 12
#endif
#ifndef WORKERS
#define WORKERS 3
#endif

static pthread_mutex_t counter_lock = PTHREAD_MUTEX_INITIALIZER;
static int due;           // the job that is due, 0 to JOBS-1
static bool taken[JOBS];  // guarded by counter_lock

static struct job {
    pthread_mutex_t lock;
    bool ready, done;
} jobs[JOBS];

static void *prepare(void *arg) {
    struct job *job = arg;
    pthread_mutex_lock(&job->lock);
    assert(!job->ready && !job->done);
    job->ready = true;
    pthread_mutex_unlock(&job->lock);
    return NULL;
}

static void *tick(void *arg) {
    for (int i = 1; i < JOBS; i++) {
        pthread_mutex_lock(&counter_lock);
        due++;
        assert(due == i && !taken[i]);
        pthread_mutex_unlock(&counter_lock);
    }
    return arg;
}

static void *work(void *arg) {
    int *result = arg;
    pthread_mutex_lock(&counter_lock);
    assert(due >= 0 && due < JOBS);
    int mine = taken[due] ? -1 : due;
    taken[due] = true;
    pthread_mutex_unlock(&counter_lock);
    *result = -1;
    if (mine == -1)
        return NULL;

    struct job *job = &jobs[mine];
    pthread_mutex_lock(&job->lock);
    assert(!job->done);
    job->done = job->ready;
    if (job->done)
        *result = mine;
    pthread_mutex_unlock(&job->lock);
    return NULL;
}

int main(void) {
    pthread_t clock, owner[JOBS], worker[WORKERS];
    int result[WORKERS];
    for (int i = 0; i < JOBS; i++) {
        pthread_mutex_init(&jobs[i].lock, NULL);
        pthread_create(&owner[i], NULL, prepare, &jobs[i]);
    }
    pthread_create(&clock, NULL, tick, NULL);
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&worker[i], NULL, work, &result[i]);

    for (int i = 0; i < JOBS; i++)
        pthread_join(owner[i], NULL);
    pthread_join(clock, NULL);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(worker[i], NULL);

    // What is done was ready, was taken, and was done by one worker.
    int done = 0, claimed = 0;
    for (int i = 0; i < JOBS; i++) {
        assert(jobs[i].ready && (!jobs[i].done || taken[i]));
        done += jobs[i].done;
    }
    for (int i = 0; i < WORKERS; i++)
        if (result[i] >= 0) {
            assert(jobs[result[i]].done);
            for (int j = 0; j < i; j++)
                assert(result[j] != result[i]);
            claimed++;
        }
    assert(done == claimed && done <= WORKERS);
    return 0;
}
