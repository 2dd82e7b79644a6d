//@ check: null-pointer line=@here
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t *m;

int main(void) {
    pthread_mutex_lock(m); /*@here*/
    return 0;
}
