// A point is read while it is moved; nodes, enumerators and pointers have their names.
#include <pthread.h>
#include <stdlib.h>

enum state { IDLE, RUNNING, DONE };

struct point {
    int x, y;
};

struct node {
    struct node *next;
    struct point at;
    enum state state;
};

static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void push(int x, int y)
{
    struct node *n = malloc(sizeof *n);
    n->at = (struct point){x, y};
    n->state = IDLE;
    pthread_mutex_lock(&lock);
    n->next = head;
    head = n;
    pthread_mutex_unlock(&lock);
}

static void *mover(void *arg)
{
    pthread_mutex_lock(&lock);
    struct node *n = head;
    pthread_mutex_unlock(&lock);
    n->at = (struct point){3, 4};
    n->state = RUNNING;
    return arg;
}

static void *reader(void *arg)
{
    pthread_mutex_lock(&lock);
    struct node *n = head;
    static struct point seen;
    pthread_mutex_unlock(&lock);
    if (n->state == RUNNING)
        seen = n->at;
    return arg;
}

int main(void)
{
    pthread_t m, r;
    push(1, 2);
    push(5, 6);
    pthread_create(&m, NULL, mover, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_join(m, NULL);
    pthread_join(r, NULL);
    free(head->next);
    free(head);
    return 0;
}
