//@ check --explorer optimal --stub same=0: safe commuting=1
//@ check --explorer optimal --stub same=1: safe commuting=8
// A hash table behind one lock: three threads insert, three look up. If no two of them go over the same slots: one execution. If the lookup i is of the key that insertion i
// inserts, each of the three pairs has two orders: 8.
#include <pthread.h>

enum { SIZE = 16 };
extern int same(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int keys[SIZE], values[SIZE];

static int lookup(int key) {
    int found = -1;
    pthread_mutex_lock(&m);
    for (int i = key % SIZE; keys[i]; i = (i + 1) % SIZE)
        if (keys[i] == key) {
            found = values[i];
            break;
        }
    pthread_mutex_unlock(&m);
    return found;
}

static void insert(int key, int value) {
    pthread_mutex_lock(&m);
    int i = key % SIZE;
    while (keys[i] && keys[i] != key)
        i = (i + 1) % SIZE;
    keys[i] = key;
    values[i] = value;
    pthread_mutex_unlock(&m);
}

static void *inserts(void *arg) {
    insert((int)(long)arg, 1);
    return 0;
}

static void *looks_up(void *arg) {
    lookup((int)(long)arg);
    return 0;
}

int main(void) {
    pthread_t t[6];
    int offset = same() ? 0 : 7;
    for (long i = 0; i < 3; i++) {
        pthread_create(&t[i], 0, inserts, (void *)(2 * i + 1));
        pthread_create(&t[3 + i], 0, looks_up, (void *)(2 * i + 1 + offset));
    }
    for (int i = 0; i < 6; i++)
        pthread_join(t[i], 0);
    return 0;
}
