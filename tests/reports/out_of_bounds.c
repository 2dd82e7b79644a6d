// Two producers ask whether there is room, and then both take the last place.
#include <pthread.h>
#include <stdatomic.h>

#define ROOM 2

static int log_lines[ROOM];
static atomic_int used = 1;

static void *producer(void *arg)
{
    if (used < ROOM) {
        int at = used++;
        log_lines[at] = at;
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, producer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
