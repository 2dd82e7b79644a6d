// A checkpoint takes the records out of a log which its snapshot has, and with them one that came meanwhile. That there
// is no snapshot in the beginning is no fault.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int values = 7, descriptor;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg)
{
    int record = 1;
    pthread_mutex_lock(&lock);
    values += record;
    if (write(descriptor, &record, sizeof record) != sizeof record)
        abort();
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *checkpoint(void *arg)
{
    pthread_mutex_lock(&lock);
    int copy = values;
#ifndef FIX
    pthread_mutex_unlock(&lock);
#endif
    int snapshot = open("snapshot", O_CREAT | O_TRUNC | O_WRONLY, 0600);
    if (write(snapshot, &copy, sizeof copy) != sizeof copy)
        abort();
    close(snapshot);
#ifndef FIX
    pthread_mutex_lock(&lock);
#endif
    if (ftruncate(descriptor, 0))
        abort();
    pthread_mutex_unlock(&lock);
    return arg;
}

/* The snapshot, if there is one, and the records since. */
static int recovered(void)
{
    int sum = 0, record, snapshot = open("snapshot", O_RDONLY);
    if (snapshot >= 0) {
        if (read(snapshot, &sum, sizeof sum) != sizeof sum)
            abort();
        close(snapshot);
    }
    for (off_t at = 0; pread(descriptor, &record, sizeof record, at) == sizeof record; at += sizeof record)
        sum += record;
    return sum;
}

int main(void)
{
    pthread_t threads[2];
    descriptor = open("log", O_CREAT | O_RDWR | O_APPEND, 0600);
    values += recovered();
    pthread_create(&threads[0], NULL, writer, NULL);
    pthread_create(&threads[1], NULL, checkpoint, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(recovered() == values);
    return 0;
}
