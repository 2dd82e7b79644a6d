// A thread for each request, as many as fit: the first two show it.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned long served;
static long bytes;

static void *serve(void *arg) {
    int *size = arg;
    pthread_mutex_lock(&m);
    bytes += *size;
    pthread_mutex_unlock(&m);
    served++;
    free(size);
    return NULL;
}

int main(void) {
    for (int n = 0;; n = (n + 1) % 4) {
        int *size = malloc(sizeof *size);
        *size = 10 * n;
        pthread_t t;
        if (pthread_create(&t, NULL, serve, size) != 0) {
            free(size);
            continue;
        }
        pthread_detach(t);
    }
}
