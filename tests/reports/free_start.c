// A session thread signals its starter after it has unlocked; by then the structure on the starter's stack
// may be gone. The first session is enough.
#include <pthread.h>
#include <stdbool.h>

struct start {
    pthread_mutex_t m;
    pthread_cond_t c;
    bool started;
    int fd;
};
static pthread_mutex_t stat = PTHREAD_MUTEX_INITIALIZER;
static int closed;

static void *session(void *arg)
{
    struct start *s = arg;
    int fd = s->fd;
    pthread_mutex_lock(&s->m);
    s->started = true;
#ifdef FIX
    pthread_cond_signal(&s->c);
    pthread_mutex_unlock(&s->m);
#else
    pthread_mutex_unlock(&s->m);
    pthread_cond_signal(&s->c);
#endif
    pthread_mutex_lock(&stat);
    closed += fd > 0;
    pthread_mutex_unlock(&stat);
    return NULL;
}

static void start_session(int fd)
{
    struct start s = {.fd = fd};
    pthread_mutex_init(&s.m, NULL);
    pthread_cond_init(&s.c, NULL);
    pthread_t t;
    pthread_create(&t, NULL, session, &s);
    pthread_detach(t);
    pthread_mutex_lock(&s.m);
    while (!s.started)
        pthread_cond_wait(&s.c, &s.m);
    pthread_mutex_unlock(&s.m);
    pthread_mutex_destroy(&s.m);
    pthread_cond_destroy(&s.c);
}

int main(void)
{
    for (int fd = 3; fd < 5; fd++)
        start_session(fd);
    pthread_exit(NULL);
}
