//! --steps all
/* A growing vector: a reader keeps a pointer across a push that reallocates. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
struct vec { pthread_mutex_t lock; int *data; size_t len, cap; };
static struct vec v = { .lock = PTHREAD_MUTEX_INITIALIZER };
static void push(struct vec *v, int x)
{
    pthread_mutex_lock(&v->lock);
    if (v->len == v->cap) {
        v->cap = v->cap ? 2 * v->cap : 1;
        v->data = realloc(v->data, v->cap * sizeof *v->data);
    }
    v->data[v->len++] = x;
    pthread_mutex_unlock(&v->lock);
}
static int *at(struct vec *v, size_t i)
{
    int *p = NULL;
    pthread_mutex_lock(&v->lock);
    if (i < v->len)
        p = &v->data[i];
    pthread_mutex_unlock(&v->lock);
    return p;
}
static void *writer(void *arg) { push(&v, 2); return arg; }
static void *reader(void *arg) { int *p = at(&v, 0); printf("%d\n", *p); return arg; }
int main(void)
{
    pthread_t a, b;
    push(&v, 1);
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(v.data);
    return 0;
}
