//@ check: assertion line=@twice
// A round that is no try has an effect, and the loop may be left by the number right after it: in one execution `c` is 3
// at the end, after two rounds in vain.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, c;

static void *thread(void *arg)
{
    int k = 0;
    for (;;) {
        if (flag) {
            if (atomic_fetch_add(&c, 1) == 9)
                return arg;
        }
        k++;
        if (k == 5)
            break;
    }
    assert(c != 3); /*@twice*/
    return NULL;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, thread, NULL);
    flag = 1;
    pthread_join(other, NULL);
}
