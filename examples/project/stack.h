// A stack of numbers that threads share: the project that docs/integration.md builds, tests and checks.
#include <pthread.h>
#include <stdbool.h>

struct stack {
    pthread_mutex_t lock;
    int top;
    int values[8];
};

void stack_init(struct stack *stack);
bool stack_push(struct stack *stack, int value);
bool stack_pop(struct stack *stack, int *value);
