//@ cflags: -fexceptions
//@ check: safe output="inner 0\ninner 3\nhandler 7\nouter 2\nend 42\n"
//@ check --explorer optimal: safe output="inner 0\ninner 3\nhandler 7\nouter 2\nend 42\n"
// From the innermost call on, each with its variables as they were when it was left; functions that have nothing to clean up lie
// between. What the thread ends with is not touched by it. The output is that of a native run.
#include <pthread.h>
#include <stdio.h>

static void say_inner(int *n) { printf("inner %d\n", *n); }
static void say_outer(int *n) { printf("outer %d\n", *n); }
static void handler(void *n) { printf("handler %d\n", *(int *)n); }

static void leave(long value) { pthread_exit((void *)value); }

static int inner(int n) {
    for (int i = 0; i < 5; i++) {
        __attribute__((cleanup(say_inner))) int mine = i + 2;
        if (n == i)
            leave(42);
        mine = -1; // this one's cleanup is not reached
        mine++;
        if (mine == 0)
            continue;
    }
    return n;
}

static int nothing(int n) { return inner(n) + 1; }

static void *worker(void *arg) {
    __attribute__((cleanup(say_outer))) int mine = 1;
    int argument = 6;
    pthread_cleanup_push(handler, &argument);
    argument++;
    mine++;
    nothing(1);
    pthread_cleanup_pop(0);
    mine = 100;
    return arg;
}

int main(void) {
    pthread_t t;
    void *value;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, &value);
    printf("end %ld\n", (long)value);
    return 0;
}
