// Whoever posts says so before the message is there: one read takes both notices, and finds one message.
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int notices, messages;

static void *post(void *unused)
{
    uint64_t one = 1;
    if (write(notices, &one, sizeof one) != sizeof one)
        return NULL;
    pthread_mutex_lock(&lock);
    messages++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    int found = 0;
    notices = eventfd(0, 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, post, NULL);
    while (found < 2) {
        struct pollfd one = { .fd = notices, .events = POLLIN };
        uint64_t count;
        if (poll(&one, 1, -1) != 1 || read(notices, &count, sizeof count) != sizeof count)
            return 1;
        pthread_mutex_lock(&lock);
        found += messages;
        messages = 0;
        pthread_mutex_unlock(&lock);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
