//@ check: safe executions=1 output="early late main exit destructor"
#include <stdio.h>
#include <stdlib.h>

static int order;

__attribute__((constructor(200))) static void late(void) { printf("late "); order = order * 10 + 2; }
__attribute__((constructor(101))) static void early(void) { printf("early "); order = order * 10 + 1; }
__attribute__((destructor)) static void last(void) { printf("destructor"); }
static void at_exit(void) { printf("exit "); }

int main(void) {
    atexit(at_exit);
    if (order != 12)
        abort();
    printf("main ");
    return 0;
}
