// A driver for htslib's thread pool: JOBS jobs are dispatched to WORKERS workers through one queue, whose results must come back in the
// order of the jobs.
#include <assert.h>
#include <htslib/hts_log.h>
#include <htslib/thread_pool.h>
#include <stdlib.h>

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef JOBS
#define JOBS 2
#endif
#define PLACES 2

// Of the rest of the library the pool only wants to log errors, of which there are none.
int hts_verbose = HTS_LOG_WARNING;
void hts_log(enum htsLogLevel severity, const char *context, const char *format, ...) {
    (void)severity, (void)context, (void)format;
    abort();
}

static int number[JOBS];

static void *square(void *arg) {
    int *n = arg;
    *n *= *n;
    return n;
}

int main(void) {
    hts_tpool *pool = hts_tpool_init(WORKERS);
    assert(pool != NULL);
    hts_tpool_process *queue = hts_tpool_process_init(pool, PLACES, 0);
    assert(queue != NULL);
    for (int i = 0; i < JOBS; i++) {
        number[i] = i + 2;
        int status = hts_tpool_dispatch(pool, queue, square, &number[i]);
        assert(status == 0);
    }
    for (int i = 0; i < JOBS; i++) {
        hts_tpool_result *result = hts_tpool_next_result_wait(queue);
        assert(result != NULL);
        const int *n = hts_tpool_result_data(result);
        assert(n == &number[i] && *n == (i + 2) * (i + 2));
        hts_tpool_delete_result(result, 0);
    }
    hts_tpool_process_destroy(queue);
    hts_tpool_destroy(pool);
    return 0;
}
