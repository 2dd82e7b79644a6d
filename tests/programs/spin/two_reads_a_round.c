//@ check --stub way=0: liveness
//@ check --stub way=0 --symbolic --explorer states: liveness
//@ check --stub way=1: liveness
//@ check --stub way=2: liveness
//@ check --stub way=3: liveness
// Each round looks twice, and what it looks at first changes for the last time between the two looks. Nobody ends the wait then.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern int way(void);

static atomic_int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a, b;

static int look(const int *where, int wanted)
{
    pthread_mutex_lock(&m);
    int is_there = *where == wanted;
    pthread_mutex_unlock(&m);
    return is_there;
}

static void *waits(void *arg)
{
    switch (way()) {
    case 0:
        while (x != 1 && y != 1)
            ;
        break;
    case 1:
        while (x != 1)
            (void)y;
        break;
    case 2:
        while (x != 1)
            if (y)
                x ^= 0;
        break;
    default:
        while (!look(&a, 1) && !look(&b, 1))
            ;
    }
    return arg;
}

static void *writes(void *arg)
{
    if (way() == 3) {
        pthread_mutex_lock(&m);
        a = 2;
        pthread_mutex_unlock(&m);
        return arg;
    }
    if (way() != 0)
        x = 1;
    x = 2;
    if (way() == 2)
        y = 1;
    return arg;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, NULL, waits, NULL);
    pthread_create(&other, NULL, writes, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
