/* A message whose field is only set on one path; the receiver switches on it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
enum kind { HELLO, DATA, BYE };
struct msg { enum kind kind; int priority; union { int number; char text[8]; } u; };
static struct msg *box;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static struct msg *msg_new(enum kind k)
{
    struct msg *msg = malloc(sizeof *msg);
    msg->kind = k;
    if (k == DATA)
        msg->priority = 1;
#ifdef FIXED
    else
        msg->priority = 0;
#endif
    return msg;
}
static void *sender(void *arg)
{
    struct msg *msg = msg_new(HELLO);
    pthread_mutex_lock(&m);
    box = msg;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}
static void *receiver(void *arg)
{
    pthread_mutex_lock(&m);
    while (!box)
        pthread_cond_wait(&c, &m);
    struct msg *msg = box;
    box = NULL;
    pthread_mutex_unlock(&m);
    if (msg->priority > 0)
        puts("urgent");
    free(msg);
    return arg;
}
int main(void)
{
    pthread_t s, r;
    pthread_create(&r, NULL, receiver, NULL);
    pthread_create(&s, NULL, sender, NULL);
    pthread_join(s, NULL);
    pthread_join(r, NULL);
    return 0;
}
