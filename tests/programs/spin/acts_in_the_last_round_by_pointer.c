//@ check: incomplete unsupported="a loop that tries a fixed number of times, and goes on trying after it has done something"
// The same by a pointer, of which the code does not show what it calls: a round that is no try has an effect, and the loop may be left by the number right after it: in one execution `c` is 3
// at the end, after two rounds in vain.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, c;

static int add(void)
{
    return atomic_fetch_add(&c, 1);
}

static int (*volatile what)(void) = add;

static void *thread(void *arg)
{
    int k = 0;
    for (;;) {
        if (flag) {
            if (what() == 9)
                return arg;
        }
        k++;
        if (k == 5)
            break;
    }
    assert(c != 3);
    return NULL;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, thread, NULL);
    flag = 1;
    pthread_join(other, NULL);
}
