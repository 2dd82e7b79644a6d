//@ check: incomplete unsupported=worker
// The routine is declared, and defined nowhere.
#include <pthread.h>

void *worker(void *arg);

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}
