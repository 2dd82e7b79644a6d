//@ check: safe
// Linux wakes one thread, however few it is told to wake.
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int is_set;

static void *waits(void *unused)
{
    while (!atomic_load(&is_set))
        syscall(SYS_futex, &is_set, FUTEX_WAIT, 0, NULL);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, waits, NULL);
    atomic_store(&is_set, 1);
    syscall(SYS_futex, &is_set, FUTEX_WAKE, 0);
    pthread_join(thread, NULL);
    return 0;
}
