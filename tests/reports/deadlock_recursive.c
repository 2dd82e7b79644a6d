/* A recursive lock, released once too few on an early return. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
struct doc { pthread_mutex_t lock; int lines; bool dirty; };
static struct doc doc;
static void doc_init(struct doc *d)
{
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&d->lock, &a);
    pthread_mutexattr_destroy(&a);
}
static void touch(struct doc *d)
{
    pthread_mutex_lock(&d->lock);
    if (d->dirty)
        return;
    d->dirty = true;
    pthread_mutex_unlock(&d->lock);
}
static void append(struct doc *d)
{
    pthread_mutex_lock(&d->lock);
    d->lines++;
    touch(d);
    pthread_mutex_unlock(&d->lock);
}
static void *editor(void *arg)
{
    append(arg);
    return NULL;
}
int main(void)
{
    pthread_t t[3];
    doc_init(&doc);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, editor, &doc);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return doc.lines == 3 ? 0 : 1;
}
