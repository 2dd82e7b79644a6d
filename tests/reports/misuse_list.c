// A sorted list with hand-over-hand locking; the delete path unlocks too early.
#include <pthread.h>
#include <stdlib.h>
#include <limits.h>

struct node { int key; pthread_mutex_t lock; struct node *next; };
static struct node *head;

static struct node *make(int key, struct node *next) {
    struct node *n = malloc(sizeof *n);
    n->key = key;
    n->next = next;
    pthread_mutex_init(&n->lock, NULL);
    return n;
}
static int contains(int key) {
    struct node *at = head;
    pthread_mutex_lock(&at->lock);
    while (at->key < key) {
        struct node *next = at->next;
        pthread_mutex_lock(&next->lock);
        pthread_mutex_unlock(&at->lock);
        at = next;
    }
    int found = at->key == key;
    pthread_mutex_unlock(&at->lock);
    return found;
}
static void delete(int key) {
    struct node *before = head;
    pthread_mutex_lock(&before->lock);
    while (before->next->key < key) {
        struct node *next = before->next;
        pthread_mutex_lock(&next->lock);
        pthread_mutex_unlock(&before->lock);
        before = next;
    }
    struct node *victim = before->next;
    if (victim->key == key) before->next = victim->next;
    pthread_mutex_unlock(&before->lock);
    if (victim->key == key) {
        pthread_mutex_destroy(&victim->lock);
        free(victim);
    }
}
static void *look(void *arg) { (void)arg; contains(5); return NULL; }
static void *cut(void *arg) { (void)arg; delete(5); return NULL; }
int main(void) {
    head = make(INT_MIN, make(5, make(INT_MAX, NULL)));
    pthread_t a, b;
    pthread_create(&a, NULL, look, NULL);
    pthread_create(&b, NULL, cut, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
