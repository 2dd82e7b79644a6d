//@ cflags: -fexceptions
//@ check: sync-misuse line=@here thread=1 message="`longjmp` out of a cleanup that `pthread_exit` runs"
//@ check --model rc11: sync-misuse line=@here thread=1
// The end of the thread unwinds leave and worker (glibc: forced unwinding), which cannot be left by a jump (POSIX, longjmp). The jump
// within the cleanup is fine. Before that the end has passed through a cleanup that does not jump.
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>

static jmp_buf outer;

static void quiet(int *n) {
    jmp_buf inner;
    if (setjmp(inner) == 0)
        longjmp(inner, 1);
    *n = 2;
}

static void jumps(int *n) {
    if (*n)
        longjmp(outer, 1); /*@here*/
}

static void leave(void) {
    __attribute__((cleanup(jumps))) int first = 1;
    __attribute__((cleanup(quiet))) int second = 1;
    if (first + second)
        pthread_exit(NULL);
}

static void *worker(void *arg) {
    if (setjmp(outer) == 0)
        leave();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
