//@ check: sync-misuse line=@here message="destroyed"
#include <pthread.h>
#include <stddef.h>

int main(void) {
    pthread_cond_t c;
    pthread_cond_init(&c, NULL);
    pthread_cond_destroy(&c);
    pthread_cond_signal(&c); /*@here*/
    return 0;
}
