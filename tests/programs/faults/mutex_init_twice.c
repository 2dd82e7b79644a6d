//@ check: sync-misuse line=@bug
#include <pthread.h>

static pthread_mutex_t m;

int main(void) {
    pthread_mutex_init(&m, NULL);
    pthread_mutex_init(&m, NULL); /*@bug*/
    return 0;
}
