// A thread-specific buffer whose key is deleted while a thread still uses it.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_key(void) { pthread_key_create(&key, free); }

static char *buffer(void) {
    pthread_once(&once, make_key);
    char *b = pthread_getspecific(key);
    if (!b) {
        b = malloc(32);
        strcpy(b, "fresh");
        pthread_setspecific(key, b);
    }
    return b;
}
static void *worker(void *arg) {
    (void)arg;
    char *b = buffer();
    b[0] = 'x';
    return NULL;
}
static void *shutdown_(void *arg) {
    (void)arg;
    pthread_key_delete(key);
    return NULL;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, shutdown_, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
