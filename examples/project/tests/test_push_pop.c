//@ check: safe
//@ with: ../stack.c
// A test with a main: what one thread pushes, the other gets, if it gets anything.
#include "../stack.h"
#include <assert.h>

static struct stack stack;

static void *pusher(void *unused) {
    stack_push(&stack, 7);
    return unused;
}

int main(void) {
    pthread_t thread;
    int value = 0;
    stack_init(&stack);
    pthread_create(&thread, NULL, pusher, NULL);
    if (stack_pop(&stack, &value)) {
        assert(value == 7);
    }
    pthread_join(thread, NULL);
    return 0;
}
