//@ check: sync-misuse line=@here message="destroyed"
#include <pthread.h>
#include <stddef.h>

int main(void) {
    pthread_mutex_t m;
    pthread_mutex_init(&m, NULL);
    pthread_mutex_destroy(&m);
    pthread_mutex_lock(&m); /*@here*/
    return 0;
}
