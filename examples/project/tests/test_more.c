//@ check --entry test_both_values_are_there: safe
//@ with: ../stack.c
// Two tests without a main: `threadbare test` begins at each of them.
#include "../stack.h"
#include <assert.h>

static struct stack stack;

static void *push(void *value) {
    stack_push(&stack, *(int *)value);
    return NULL;
}

void test_both_values_are_there(void) {
    pthread_t one, other;
    int values[] = {1, 2}, a = 0, b = 0;
    stack_init(&stack);
    pthread_create(&one, NULL, push, &values[0]);
    pthread_create(&other, NULL, push, &values[1]);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    assert(stack_pop(&stack, &a) && stack_pop(&stack, &b));
    assert(a + b == 3);
}

void test_empty(void) {
    int value;
    stack_init(&stack);
    assert(!stack_pop(&stack, &value));
}
