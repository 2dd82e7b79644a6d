#include <pthread.h>
int oracle(int question);

static void (*const table[])(void) = {0};

static void *worker(void *arg) {
    return oracle(42) ? arg : 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    for (int i = 0; i < 3; i++)
        (void)table;
    pthread_join(t, 0);
    return 0;
}
