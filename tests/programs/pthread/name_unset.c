//@ cflags: -D_GNU_SOURCE
//@ check: uninitialised-read line=@set
#include <pthread.h>

int main(void) {
    char name[16];
    pthread_setname_np(pthread_self(), name); /*@set*/
    return 0;
}
