// The coordinator decides by the first vote. T2 waits for the decision when it does: that is why it
// can lock the mutex.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum vote { NONE, YES, NO };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t voted = PTHREAD_COND_INITIALIZER, decided = PTHREAD_COND_INITIALIZER;
static enum vote votes[2], decision;

static void *coordinator(void *unused) {
    pthread_mutex_lock(&lock);
#ifdef FIX
    while (votes[0] == NONE || votes[1] == NONE)
#else
    while (votes[0] == NONE && votes[1] == NONE)
#endif
        pthread_cond_wait(&voted, &lock);
    decision = votes[0] != NO && votes[1] != NO ? YES : NO;
    pthread_cond_broadcast(&decided);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *participant(void *argument) {
    int id = *(int *)argument;
    enum vote mine = id == 0 ? YES : NO;
    pthread_mutex_lock(&lock);
    votes[id] = mine;
    pthread_cond_signal(&voted);
    while (decision == NONE)
        pthread_cond_wait(&decided, &lock);
    assert(decision == NO || mine == YES);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t first, others[2];
    int id[2] = {0, 1};
    pthread_create(&first, NULL, coordinator, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&others[i], NULL, participant, &id[i]);
    pthread_join(first, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(others[i], NULL);
    return 0;
}
