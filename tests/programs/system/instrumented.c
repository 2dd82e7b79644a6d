//@ cflags: -finstrument-functions
//@ check: safe executions=2
// Where functions begin and end is told to functions that the program does not have.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int total;

static void *adds(void *none) {
    for (int i = 0; i < 1; i++)
        if (atomic_fetch_add(&total, 1) > 1)
            return &total;
    return none;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, adds, NULL);
    pthread_create(&b, NULL, adds, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
