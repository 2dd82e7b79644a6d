// The session is freed under the lock, and used under the lock by a thread that does not ask whether it is still there.
#include <pthread.h>
#include <stdlib.h>

struct session {
    long requests;
};

static struct session *session;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
    pthread_mutex_lock(&lock);
    session->requests++;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *reaper(void *arg)
{
    pthread_mutex_lock(&lock);
    free(session);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t w, r;
    session = calloc(1, sizeof *session);
    pthread_create(&w, NULL, worker, NULL);
    pthread_create(&r, NULL, reaper, NULL);
    pthread_join(w, NULL);
    pthread_join(r, NULL);
    return 0;
}
