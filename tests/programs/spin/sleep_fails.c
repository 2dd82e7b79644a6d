//@ check: assertion line=@fails
// A back-off without a limit: in the seventh round the number is no time any more, and the thread does not sleep.
#include <time.h>
#include "spin.h"

static atomic_int flag;

static void *body(void *arg)
{
    struct timespec d = {0, 1000};
    while (!atomic_load(&flag)) {
        int result = nanosleep(&d, NULL);
        assert(result == 0); /*@fails*/
        d.tv_nsec *= 10;
    }
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    atomic_store(&flag, 1);
    pthread_join(other, NULL);
    return 0;
}
