//@ check --stub which=0: safe output="handler"
//@ check --stub which=1: safe
//@ check --stub which=2: abort line=@abort output="handler"
//@ check --stub which=3: abort line=@abort
//@ check --stub which=4: abort line=@abort
//@ check --stub which=5: safe output="handler"
//@ check --stub which=6: abort line=@again
// C11 7.22.4.1p2: abort calls the handler of SIGABRT, also if the signal is blocked; the program ends nevertheless, unless the handler
// leaves.
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int which(void);
static jmp_buf back;

static void leaves(int s) { (void)s; printf("handler"); _exit(0); }
static void returns(int s) { (void)s; printf("handler"); }
static void aborts(int s) { (void)s; abort(); } /*@again*/
static void jumps(int s) { (void)s; longjmp(back, 1); }

int main(void) {
    struct sigaction action = {.sa_handler = leaves};
    sigset_t set;
    switch (which()) {
    case 0:
        sigaction(SIGABRT, &action, NULL);
        break;
    case 1:
        signal(SIGABRT, jumps);
        if (setjmp(back))
            return 0;
        break;
    case 2:
        signal(SIGABRT, returns);
        break;
    case 3:
        signal(SIGABRT, SIG_IGN);
        break;
    case 4:
        signal(SIGTERM, returns);
        break;
    case 6:
        signal(SIGABRT, aborts);
        break;
    default:
        signal(SIGABRT, leaves);
        sigemptyset(&set);
        sigaddset(&set, SIGABRT);
        sigprocmask(SIG_BLOCK, &set, NULL);
    }
    abort(); /*@abort*/
}
