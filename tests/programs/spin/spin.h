/* What the programs of this folder share: N threads that run the same, or main and one other. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static void *body(void *arg);

/* Runs `body` in n threads (at most 8), with 0, 1, ... as argument, and waits for all. */
static inline void run(int n)
{
    static int number[8];
    pthread_t threads[8];
    for (int i = 0; i < n; i++) {
        number[i] = i;
        pthread_create(&threads[i], NULL, body, &number[i]);
    }
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
}
