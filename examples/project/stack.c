#include "stack.h"

enum { MOST = 8 };

void stack_init(struct stack *stack) {
    pthread_mutex_init(&stack->lock, NULL);
    stack->top = 0;
}

bool stack_push(struct stack *stack, int value) {
    pthread_mutex_lock(&stack->lock);
    bool fits = stack->top < MOST;
    if (fits) {
        stack->values[stack->top++] = value;
    }
    pthread_mutex_unlock(&stack->lock);
    return fits;
}

bool stack_pop(struct stack *stack, int *value) {
    // Without the lock, as an "optimisation": a data race with stack_push.
#ifdef PEEK_WITHOUT_LOCK
    if (stack->top == 0) {
        return false;
    }
#endif
    pthread_mutex_lock(&stack->lock);
    bool any = stack->top > 0;
    if (any) {
        *value = stack->values[--stack->top];
    }
    pthread_mutex_unlock(&stack->lock);
    return any;
}
