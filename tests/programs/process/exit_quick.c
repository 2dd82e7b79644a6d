//@ check: exit-status line=@end thread=1 output=""
//@ check --keep-going: exit-status faults=1
//@ check --expect-exit 4: safe
//@ check --explorer optimal: exit-status line=@end thread=1 output=""
//@ check --explorer unfolding: exit-status line=@end thread=1 output=""
// `quick_exit` runs no handlers of `atexit`. main waits, so that nothing else ends the program.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void never(void)
{
    puts("a handler");
}

static void *work(void *arg)
{
    (void)arg;
    quick_exit(4); /*@end*/
}

int main(void)
{
    pthread_t thread;
    atexit(never);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
