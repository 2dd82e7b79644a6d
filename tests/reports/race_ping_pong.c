// Many rounds of a game of two threads; after the last one nobody asks whose turn it is.
#include <pthread.h>

#define ROUNDS 20

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static int turn;
static unsigned score;

static void *player(void *arg)
{
    int me = arg != NULL;
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&lock);
        while (turn != me)
            pthread_cond_wait(&turned, &lock);
        score--;
        turn = !me;
        pthread_cond_signal(&turned);
        pthread_mutex_unlock(&lock);
    }
    score = 0;
    return arg;
}

int main(void)
{
    pthread_t ping, pong;
    pthread_create(&ping, NULL, player, NULL);
    pthread_create(&pong, NULL, player, &score);
    pthread_join(ping, NULL);
    pthread_join(pong, NULL);
    return 0;
}
