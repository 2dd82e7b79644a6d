// Two flags share a byte: to set the one is to write the other as well.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum phase { IDLE, BUSY, GONE };

struct state {
    bool open : 1, dirty : 1;
    enum phase phase : 2;
    signed drift : 4;
};

static struct state state = {true, false, IDLE, 0};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *careful(void *arg)
{
    pthread_mutex_lock(&lock);
    state.phase = BUSY;
    state.drift = -3;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *hasty(void *arg)
{
    state.dirty = true;
    return arg;
}

int main(void)
{
    pthread_t c, h;
    pthread_create(&c, NULL, careful, NULL);
    pthread_create(&h, NULL, hasty, NULL);
    pthread_join(c, NULL);
    pthread_join(h, NULL);
    return 0;
}
