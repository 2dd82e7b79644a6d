//@ check: sync-misuse line=@here message="twice"
#include <pthread.h>
#include <stddef.h>

int main(void) {
    pthread_mutex_t m;
    pthread_mutex_init(&m, NULL);
    pthread_mutex_init(&m, NULL); /*@here*/
    return 0;
}
