//@ check: sync-misuse line=@exit|@return other=@exit|@return message="the program is ended twice: by "
//@ check --model tso: sync-misuse line=@exit|@return
//@ check --model pso: sync-misuse line=@exit|@return
//@ check --model ra: sync-misuse line=@exit|@return
//@ check --model rc11: sync-misuse line=@exit|@return
//@ check --races explore: sync-misuse line=@exit|@return
//@ check --races ignore: sync-misuse line=@exit|@return
//@ check --explorer source: sync-misuse line=@exit|@return
//@ check --explorer optimal: sync-misuse line=@exit|@return
//@ check --explorer observers: sync-misuse line=@exit|@return
//@ check --explorer rf: sync-misuse line=@exit|@return
//@ check --explorer rvf: sync-misuse line=@exit|@return
//@ check --explorer vc: sync-misuse line=@exit|@return
//@ check --explorer dc: sync-misuse line=@exit|@return
//@ check --explorer unfolding: sync-misuse line=@exit|@return
//@ check --keep-going: sync-misuse faults=1
// Nothing orders the call of exit with the return of main: undefined (C11 7.22.4.4). Whichever comes second is at fault; both
// orders are one report, which names both.
#include <pthread.h>
#include <stdlib.h>

static void *end(void *arg)
{
    (void)arg;
    exit(0); /*@exit*/
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, end, NULL);
    return 0; /*@return*/
}
