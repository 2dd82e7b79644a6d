//@ check: safe
// A file as a lock: only one of two threads can create it. Who finds it there does without.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int inside, entered;

static void *enter(void *arg)
{
    int file = open("/tmp/lock", O_CREAT | O_EXCL | O_WRONLY, 0600);
    if (file < 0) {
        assert(errno == EEXIST);
        return arg;
    }
    assert(inside++ == 0);
    entered++;
    inside--;
    close(file);
    unlink("/tmp/lock");
    return arg;
}

int main(void)
{
    pthread_t a, b;
    unlink("/tmp/lock");
    pthread_create(&a, NULL, enter, NULL);
    pthread_create(&b, NULL, enter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(entered >= 1);
    return 0;
}
