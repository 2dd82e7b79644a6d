//@ check --stub local=0: safe
//@ check --stub local=1: safe
//@ check --stub local=2: use-after-free|sync-misuse line=@late
// Detached threads that count down a latch; main waits for it, not for them. A latch in main's frame lives long enough if the
// signal comes before the unlocking, which main has to wait for; after it, the latch may be gone.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int local(void);
struct latch { pthread_mutex_t m; pthread_cond_t c; int left; };
static struct latch forever = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 2};
static int done[2], late;

struct job { struct latch *latch; int number; };

static void *run(void *arg) {
    struct job job = *(struct job *)arg;
    free(arg);
    done[job.number] = 1;
    pthread_mutex_lock(&job.latch->m);
    int last = --job.latch->left == 0;
    if (last && !late)
        pthread_cond_signal(&job.latch->c);
    pthread_mutex_unlock(&job.latch->m);
    if (last && late)
        pthread_cond_signal(&job.latch->c); /*@late*/
    return NULL;
}

static void wait_all(struct latch *l) {
    for (int i = 0; i < 2; i++) {
        struct job *job = malloc(sizeof *job);
        *job = (struct job){l, i};
        pthread_t t;
        pthread_create(&t, NULL, run, job);
        pthread_detach(t);
    }
    pthread_mutex_lock(&l->m);
    while (l->left)
        pthread_cond_wait(&l->c, &l->m);
    pthread_mutex_unlock(&l->m);
    assert(done[0] && done[1]);
}

static void in_frame(void) {
    struct latch here = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 2};
    wait_all(&here);
}

int main(void) {
    int l = local();
    late = l == 2;
    if (l)
        in_frame();
    else
        wait_all(&forever);
    return 0;
}
