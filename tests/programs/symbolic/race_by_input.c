//@ check --symbolic: data-race line=@write other=@write
// Two threads share a word only if the command says so. FIXED locks in that case.
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned char command[4];
static int shared, own[2];

static void *work(void *arg) {
    int *mine = arg;
    if (command[0] == 'S' && command[1] == 'U' && command[2] == command[3]) {
#ifdef FIXED
        pthread_mutex_lock(&m);
#endif
        shared++; /*@write*/
#ifdef FIXED
        pthread_mutex_unlock(&m);
#endif
    } else {
        ++*mine;
    }
    return 0;
}

int main(void) {
    pthread_t t, u;
    for (int i = 0; i < 4; i++) {
        command[i] = __VERIFIER_nondet_uchar();
    }
    pthread_create(&t, 0, work, &own[0]);
    pthread_create(&u, 0, work, &own[1]);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
