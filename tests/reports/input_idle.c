//! --symbolic
/* Of a request only its state is looked at without the lock: which name it has decides nothing, however long it is. */
#include <pthread.h>
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static char name[8];
static int is_active;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *text)
{
    pthread_mutex_lock(&lock);
    snprintf(name, sizeof name, "%s", (char *)text);
    is_active = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    char text[] = "ab";
    text[1] = (char)__VERIFIER_nondet_uchar();
    pthread_create(&thread, NULL, worker, text);
#ifdef FIX
    pthread_mutex_lock(&lock);
#endif
    int is_idle = !is_active;
#ifdef FIX
    pthread_mutex_unlock(&lock);
#endif
    pthread_join(thread, NULL);
    return is_idle && !is_active;
}
