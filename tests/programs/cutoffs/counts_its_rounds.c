//@ check --explorer prefix --stub way=0: liveness named-only
//@ check --explorer prefix --stub way=1: liveness named-only
//@ check --explorer prefix --stub way=2: liveness named-only
//@ check --explorer prefix --stub way=3: liveness named-only
// A thread counts how often it has looked, for nobody. What is only counted is no part of a state, and to count is to act:
// yet it waits in vain.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int way(void);

static atomic_int flag, seen;
static unsigned spins;
static atomic_uint rounds;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *waits(void *arg) {
    switch (way()) {
    case 0: /* Nobody ever sets it. */
        while (!flag)
            spins++;
        break;
    case 1:
        while (!flag)
            atomic_fetch_add(&rounds, 1);
        break;
    case 2: /* Under a lock. */
        for (;;) {
            pthread_mutex_lock(&m);
            int is_set = flag;
            pthread_mutex_unlock(&m);
            if (is_set)
                break;
            spins++;
        }
        break;
    default: /* Nobody sets it in some executions. */
        while (!flag)
            spins++;
    }
    return arg;
}

static void *comes(void *arg) {
    int before = seen;
    seen = before + 1;
    if (before == 1)
        flag = 1;
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, waits, NULL);
    if (way() == 3) {
        pthread_create(&b, NULL, comes, NULL);
        pthread_create(&c, NULL, comes, NULL);
    }
    pthread_join(a, NULL);
    return 0;
}
