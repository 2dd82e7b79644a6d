/* try_start: only the first caller after `armed` gets its flag set (out parameter of a struct). */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

struct slot { bool ok; int n; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static bool busy;
static struct slot slots[2];

static void run(struct slot *s)
{
    pthread_mutex_lock(&m);
    bool mine = !busy;
    busy = true;
    pthread_mutex_unlock(&m);
    if (!mine)
        return;                    /* should wait */
    s->ok = true;
    pthread_mutex_lock(&m);
    busy = false;
    pthread_mutex_unlock(&m);
}

static void *worker(void *p) { run(p); return NULL; }

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, &slots[0]);
    pthread_create(&b, NULL, worker, &slots[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(slots[0].ok && slots[1].ok);
    return 0;
}
