//@ check: safe executions=2 graph-only
// filesystem of Flanagan and Godefroid (Dynamic partial-order reduction, 2005): 2 for 14 threads.
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 14
#endif
#define BLOCKS 26
#define INODES 32

static pthread_mutex_t inode_locks[INODES], block_locks[BLOCKS];
static int inodes[INODES];
static bool busy[BLOCKS];

static void *worker(void *arg) {
    int i = *(int *)arg % INODES;
    pthread_mutex_lock(&inode_locks[i]);
    if (inodes[i] == 0) {
        int b = (i * 2) % BLOCKS;
        while (true) {
            pthread_mutex_lock(&block_locks[b]);
            if (!busy[b]) {
                busy[b] = true;
                inodes[i] = b + 1;
                pthread_mutex_unlock(&block_locks[b]);
                break;
            }
            pthread_mutex_unlock(&block_locks[b]);
            b = (b + 1) % BLOCKS;
        }
    }
    pthread_mutex_unlock(&inode_locks[i]);
    return NULL;
}

int main(void) {
    pthread_t t[N];
    int number[N];
    for (int i = 0; i < N; i++) {
        number[i] = i;
        pthread_create(&t[i], NULL, worker, &number[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
