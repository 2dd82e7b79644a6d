/* Long lines with several statements: each step shows its own. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock; static int count; static void (*on_change)(void);

static void counted(void) { pthread_mutex_lock(&lock); count++; pthread_mutex_unlock(&lock); }
static void *change(void *arg) { pthread_mutex_lock(&lock); if (count > 0 && on_change) on_change(); count++; pthread_mutex_unlock(&lock); return arg; }

int main(void)
{
    pthread_t threads[2]; pthread_mutexattr_t attributes; pthread_mutexattr_init(&attributes); pthread_mutex_init(&lock, &attributes); on_change = counted;
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, change, NULL); for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL); return count != 3;
}
