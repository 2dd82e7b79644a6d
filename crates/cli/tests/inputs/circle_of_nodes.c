/* A node is put into the list twice, so that it follows itself: who counts never ends. */
#include <pthread.h>
static struct node { struct node *next; } a, b, *list;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void put(struct node *node) {
    pthread_mutex_lock(&m);
    node->next = list;
    list = node;
    pthread_mutex_unlock(&m);
}
static int length(void) {
    int length = 0;
    for (struct node *p = list; p; p = p->next)
        length++;
    return length;
}
static void *work(void *arg) {
    put(&a);
    return arg;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    put(&b);
    put(&a);
    pthread_join(thread, 0);
    count = length();
    return 0;
}
