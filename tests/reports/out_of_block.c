// Two threads append; the check and the write are apart.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct log {
    atomic_int used;
    int capacity;
    int *values;
};

static struct log log_;

static void append(struct log *l, int value)
{
    if (atomic_load(&l->used) < l->capacity) {
        int at = atomic_fetch_add(&l->used, 1);
        l->values[at] = value;
    }
}

static void *worker(void *arg)
{
    append(&log_, (int)(long)arg);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    log_.capacity = 2;
    log_.values = malloc(2 * sizeof *log_.values);
    append(&log_, 1);
    pthread_create(&a, NULL, worker, (void *)2);
    pthread_create(&b, NULL, worker, (void *)3);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
