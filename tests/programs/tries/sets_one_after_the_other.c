//@ check: assertion line=@fourth
//@ check --explorer naive: assertion line=@fourth
//@ check --explorer optimal: assertion line=@fourth
//@ check --explorer states: assertion line=@fourth
// What a round keeps only if the one before has kept something else: none of them is in vain before the fourth.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *writer(void *arg)
{
    x = 0;
    return arg;
}

int main(void)
{
    int first = 7, second = 7, third = 7;
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    for (int i = 0; i < 8; i++) {
        if (third == 0)
            assert(0); /*@fourth*/
        if (second == 0) {
            third = x;
            if (third)
                break;
        }
        if (first == 0) {
            second = x;
            if (second)
                break;
        }
        first = x;
        if (first)
            break;
    }
    pthread_join(t, 0);
    return 0;
}
