/* Each thread tries 60 times, unless it may stop before: far too many executions, though each ends soon. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int last;
static void *tries(void *arg) {
    for (int i = 0; i < 60; i++) {
        atomic_store(&last, i);
        if (atomic_load(&last) > 100)
            break;
    }
    return arg;
}
int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, tries, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
