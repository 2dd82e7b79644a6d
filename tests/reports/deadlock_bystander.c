// Two philosophers. A third thread and main share a lock and a counter of their own: neither is shown.
#include <pthread.h>

#define N 2

static pthread_mutex_t forks[N];
static int meals[N];

struct philosopher {
    int id;
    pthread_mutex_t *left, *right;
};

static void *dine(void *arg) {
    struct philosopher *p = arg;
    pthread_mutex_lock(p->left);
    pthread_mutex_lock(p->right);
    meals[p->id]++;
    pthread_mutex_unlock(p->right);
    pthread_mutex_unlock(p->left);
    return NULL;
}

static pthread_mutex_t stats_lock = PTHREAD_MUTEX_INITIALIZER;
static int samples;

static void *stats(void *arg) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&stats_lock);
        samples++;
        pthread_mutex_unlock(&stats_lock);
    }
    return arg;
}

int main(void) {
    pthread_t st, t[N];
    pthread_create(&st, NULL, stats, NULL);
    pthread_mutex_lock(&stats_lock);
    samples = 0;
    pthread_mutex_unlock(&stats_lock);
    struct philosopher table[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (int i = 0; i < N; i++) {
        table[i] = (struct philosopher){ i, &forks[i], &forks[(i + 1) % N] };
        pthread_create(&t[i], NULL, dine, &table[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
