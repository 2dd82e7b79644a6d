//@ check: sync-misuse line=@bug
#include <pthread.h>
#include <string.h>

static pthread_mutex_t m;

int main(void) {
    memset(&m, 0x5A, sizeof m);
    pthread_mutex_lock(&m); /*@bug*/
    return 0;
}
