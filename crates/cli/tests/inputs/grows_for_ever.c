/* Numbers that grow for ever: no execution ends, and no state comes again. */
#include <pthread.h>
#include <stdlib.h>
struct request { long id; struct request *next; };
static struct request *head;
static long served;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *ask(void *arg) {
    for (long id = 0;; id++) {
        struct request *r = malloc(sizeof *r);
        r->id = id;
        pthread_mutex_lock(&m);
        r->next = head;
        head = r;
        pthread_cond_signal(&c);
        pthread_mutex_unlock(&m);
    }
    return arg;
}
static void *serve(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        while (!head)
            pthread_cond_wait(&c, &m);
        struct request *r = head;
        head = r->next;
        served++;
        pthread_mutex_unlock(&m);
        free(r);
    }
    return arg;
}
int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, ask, 0);
    pthread_create(&t[1], 0, serve, 0);
    pthread_create(&t[2], 0, serve, 0);
    pthread_join(t[0], 0);
    return 0;
}
