//@ check --model sc: safe
//@ check --model sc --explorer optimal: safe
// A half is written before a section, and the word within one: who holds the mutex first is tried again where the sizes
// are found to differ.
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static union {
    _Atomic uint32_t word;
    _Atomic uint16_t half[2];
} both;

static void *writes_half(void *arg)
{
    both.half[0] = 1;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return arg;
}

static void *writes_word(void *arg)
{
    pthread_mutex_lock(&mutex);
    both.word = 1;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writes_half, NULL);
    pthread_create(&b, NULL, writes_word, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
