//@ cflags: -fexceptions
//@ check: abort thread=1
// A cleanup that is itself left by pthread_exit ends the program: clang puts a call of abort there.
#include <pthread.h>
#include <stddef.h>

static void leave(int *unused) {
    (void)unused;
    pthread_exit(NULL);
}

static void *worker(void *arg) {
    __attribute__((cleanup(leave))) int n = 1;
    if (n)
        pthread_exit(arg);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
