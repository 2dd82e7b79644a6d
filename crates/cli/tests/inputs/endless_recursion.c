#include <pthread.h>
static int depth(int n) { return n <= 0 ? 0 : 1 + depth(n + 1); }
static void *worker(void *unused) { (void)unused; return (void *)(long)depth(1); }
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
