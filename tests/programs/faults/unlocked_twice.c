//@ check: sync-misuse line=@second other=@first message="mutex `lock` is unlocked while not locked"
//@ check --model rc11: sync-misuse line=@second other=@first
// The path that gives up unlocks, and so does its caller: the first unlock is what makes the second one a misuse.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used = 2;

static void reserve(int n)
{
    if (used + n > 3) {
        pthread_mutex_unlock(&lock); /*@first*/
        return;
    }
    used += n;
}

int main(void)
{
    pthread_mutex_lock(&lock);
    reserve(2);
    pthread_mutex_unlock(&lock); /*@second*/
    return 0;
}
