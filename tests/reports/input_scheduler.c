//! --symbolic
/* Of requests of one priority the last comes first. Neither their ids nor their sizes matter. */
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

enum { LOW, HIGH };

struct request {
    unsigned id;
    unsigned size;
    int priority;
};

static struct request queue[3];
static int served[3], order;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *server(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        int best = -1;
        for (int i = 0; i < 3; i++)
#ifdef FIX
            if (!served[i] && (best < 0 || queue[i].priority > queue[best].priority))
#else
            if (!served[i] && (best < 0 || queue[i].priority >= queue[best].priority))
#endif
                best = i;
        if (best >= 0)
            served[best] = ++order;
        pthread_mutex_unlock(&lock);
        if (best < 0)
            return NULL;
    }
}

int main(void)
{
    pthread_t a, b;
    for (int i = 0; i < 3; i++) {
        queue[i].id = __VERIFIER_nondet_uint();
        queue[i].size = __VERIFIER_nondet_uint();
        queue[i].priority = __VERIFIER_nondet_bool() ? HIGH : LOW;
    }
    pthread_create(&a, NULL, server, NULL);
    pthread_create(&b, NULL, server, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (int i = 0; i + 1 < 3; i++)
        if (queue[i].priority == queue[i + 1].priority)
            assert(served[i] < served[i + 1]);
    return 0;
}
