//@ check: exit-status line=@exit thread=1 message="exits with status 2" output="no answer\nbye\n"
//@ check --model tso: exit-status line=@exit thread=1 output="no answer\nbye\n"
//@ check --model pso: exit-status line=@exit thread=1 output="no answer\nbye\n"
//@ check --model ra: exit-status line=@exit thread=1 output="no answer\nbye\n"
//@ check --model rc11: exit-status line=@exit thread=1 output="no answer\nbye\n"
//@ check --races explore: exit-status line=@exit thread=1 output="no answer\nbye\n"
//@ check --explorer source: exit-status line=@exit thread=1 output="no answer\nbye\n"
//@ check --explorer optimal: exit-status line=@exit thread=1 output="no answer\nbye\n"
//@ check --explorer observers: exit-status line=@exit thread=1 output="no answer\nbye\n"
//@ check --explorer rf: exit-status line=@exit thread=1 output="no answer\nbye\n"
//@ check --explorer rvf: exit-status line=@exit thread=1 output="no answer\nbye\n"
//@ check --explorer vc: exit-status line=@exit thread=1 output="no answer\nbye\n"
//@ check --explorer dc: exit-status line=@exit thread=1 output="no answer\nbye\n"
//@ check --explorer unfolding: exit-status line=@exit thread=1 output="no answer\nbye\n"
//@ check --expect-exit 2: exit-status line=@return thread=0
//@ check --expect-exit 2 --keep-going: exit-status faults=1
//@ check --exit-status ignore: safe
// A thread ends the program while others run: handlers run before the status is judged. If the answer comes first, main
// returns 0, which is wrong where 2 is expected.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_int answer;

static void bye(void)
{
    puts("bye");
}

static void give_up(void)
{
    puts("no answer");
    exit(2); /*@exit*/
}

static void *look(void *arg)
{
    if (atomic_load(&answer) == 0)
        give_up();
    return arg;
}

int main(void)
{
    pthread_t thread;
    atexit(bye);
    pthread_create(&thread, NULL, look, NULL);
    atomic_store(&answer, 1);
    pthread_join(thread, NULL);
    return 0; /*@return*/
}
