// The threads know which they are: the last to write decides, and each may be that. 3! orders of the writes.
//@ check: safe executions=6 representatives=6
#include <pthread.h>
#include <stdatomic.h>

static atomic_ulong last;

static void *leave_name(void *unused) {
    atomic_store(&last, (unsigned long)pthread_self());
    return unused;
}

int main(void) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        pthread_create(&threads[i], 0, leave_name, 0);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], 0);
    }
    return 0;
}
