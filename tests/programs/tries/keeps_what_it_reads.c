//@ check --explorer graph --stub way=0: safe executions=5
//@ check --explorer graph --stub way=1: safe executions=6
//@ check --explorer graph --stub way=2: safe executions=5
//@ check --explorer graph --stub way=3: safe executions=5
//@ check --explorer graph --stub way=4: safe executions=5
//@ check --explorer graph --stub way=5: safe executions=5
//@ check --explorer graph --stub way=6: assertion line=@third
//@ check --explorer naive --stub way=6: assertion line=@third
// A thread that tries 100 times tries as often as nobody can tell, whatever it keeps of what it has read
// in vain, however it counts, and wherever it goes on from there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define TRIES 100

extern int way(void);
static void *_Atomic cell;
static int item;

static void *producer(void *arg)
{
    (void)arg;
    return atomic_exchange(&cell, &item);
}

static void *tries_for_break(void)
{
    void *found;
    for (int i = 0; i < TRIES; i++) {
        found = cell;
        if (found)
            break;
    }
    if (!found)
        found = atomic_exchange(&cell, &item);
    return found;
}

static void *tries_after(void)
{
    void *found;
    int me, times = TRIES;
    do {
        found = cell;
        if (found)
            goto over;
    } while (times-- > 0);
    found = atomic_exchange(&cell, &me);
over:
    return found;
}

static void *tries_less(void)
{
    void *found;
    int me, times = TRIES;
    do {
        found = cell;
        if (found)
            goto over;
    } while (--times > 0);
    found = atomic_exchange(&cell, &me);
over:
    return found;
}

static void *tries_before(void)
{
    void *found;
    int me, times = TRIES;
    while (times-- > 0) {
        found = cell;
        if (found)
            goto over;
    }
    found = atomic_exchange(&cell, &me);
over:
    return found;
}

static void *tries_for_goto(void)
{
    void *found;
    int me;
    for (int i = 0; i < TRIES; i++) {
        void *seen = cell;
        if (seen) {
            found = seen;
            goto over;
        }
    }
    found = atomic_exchange(&cell, &me);
over:
    return found;
}

static void *tries_continue(void)
{
    void *found = NULL;
    int me;
    for (int i = 0; i < TRIES; i++) {
        found = cell;
        if (!found)
            continue;
        goto over;
    }
    found = atomic_exchange(&cell, &me);
over:
    return found;
}

/* That the item comes in the third round, or later, is found. */
static void *tries_and_asks(void)
{
    void *found = NULL;
    for (int i = 0; i < TRIES; i++) {
        found = cell;
        if (found) {
            assert(i < 2); /*@third*/
            break;
        }
    }
    return found;
}

static void *consumer(void *arg)
{
    static void *(*const ways[])(void) = {
        tries_for_break, tries_after, tries_less, tries_before, tries_for_goto, tries_continue, tries_and_asks,
    };
    (void)arg;
    return ways[way()]();
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, producer, 0);
    pthread_create(&u, 0, consumer, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
