//@ check: safe
#include <pthread.h>
#include <signal.h>

int main(void) {
    return pthread_kill(pthread_self(), 0);
}
