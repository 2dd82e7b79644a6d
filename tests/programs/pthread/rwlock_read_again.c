//@ check: safe
//@ check --model rc11: safe
// A thread takes a read lock that it holds already, while a writer may wait. POSIX leaves open whether readers or writers go first; glibc's
// default, and what is taken here, is that readers do, so that nothing waits for ever. (With writers first this can be a deadlock.)
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *reader(void *arg) {
    pthread_rwlock_rdlock(&lock);
    int first = value;
    pthread_rwlock_rdlock(&lock);
    int second = value;
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    return first == second ? arg : NULL;
}

static void *writer(void *arg) {
    pthread_rwlock_wrlock(&lock);
    value = 1;
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t r, w;
    pthread_create(&r, NULL, reader, NULL);
    pthread_create(&w, NULL, writer, NULL);
    pthread_join(r, NULL);
    pthread_join(w, NULL);
    return 0;
}
