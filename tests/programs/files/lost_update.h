#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int file;

static int number(void)
{
    char text[16] = {0};
    int n = 0;
    assert(pread(file, text, sizeof text - 1, 0) > 0);
    assert(sscanf(text, "%d", &n) == 1);
    return n;
}

static void set(int n)
{
    char text[16];
    int length = snprintf(text, sizeof text, "%d", n);
    assert(pwrite(file, text, (size_t)length, 0) == length);
}

static void *count(void *arg)
{
#ifdef LOCKED
    pthread_mutex_lock(&lock);
#endif
    set(number() + 1);
#ifdef LOCKED
    pthread_mutex_unlock(&lock);
#endif
    return arg;
}

int main(void)
{
    pthread_t a, b;
    file = open("/tmp/count", O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert(file == 3);
    set(0);
    pthread_create(&a, NULL, count, NULL);
    pthread_create(&b, NULL, count, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(number() == 2); /*@assert*/
    return 0;
}
