//@ check: exit-status line=@end thread=1 message="exits with status 1" output="working\n"
//@ check --exit-status ignore: safe
//@ check --expect-exit 1: exit-status line=@return thread=0 message="`main` returns 0"
//@ check --explorer source: exit-status line=@end thread=1
//@ check --explorer optimal: exit-status line=@end thread=1
//@ check --explorer rvf: exit-status line=@end thread=1
//@ check --explorer vc: exit-status line=@end thread=1
//@ check --explorer unfolding: exit-status line=@end thread=1
//@ check --model rc11: exit-status line=@end thread=1
// `_exit` runs no handlers, and may be called whatever else ends the program: the status is that of whoever is first.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *work(void *arg)
{
    puts("working");
    if (arg == NULL)
        _exit(1); /*@end*/
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    return 0; /*@return*/
}
