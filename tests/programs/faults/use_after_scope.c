//@ check --stub which=0: use-after-free line=@use other=@end message="its scope has ended"
//@ check --stub which=1: use-after-free line=@round
//@ check --stub which=3: use-after-free line=@exited other=@exit message="its thread has ended"
//@ check --stub which=4: use-after-free line=@vla
//@ check --stub which=5: safe
// Pointers to variables whose scope, round, or thread has ended.
#include <pthread.h>
#include <stddef.h>

int which(void);
static int *kept;

static void keep(int *p) { kept = p; }

static void leave(int depth) {
    int local = depth;
    if (depth == 2)
        keep(&local);
    if (depth == 0)
        pthread_exit(NULL); /*@exit*/
    leave(depth - 1);
}

static void *leaving(void *arg) {
    leave(3);
    return arg;
}

int main(void) {
    int w = which();
    if (w == 0) {
        int inner = 3;
        keep(&inner);
    } /*@end*/
    if (w == 0)
        *kept = 4; /*@use*/
    for (int i = 0; w == 1 && i < 2; i++) {
        int local = i;
        if (i == 1)
            *kept = 1; /*@round*/
        keep(&local);
    }
    if (w == 3) {
        pthread_t thread;
        pthread_create(&thread, NULL, leaving, NULL);
        pthread_join(thread, NULL);
        *kept = 1; /*@exited*/
    }
    for (int i = 1; w == 4 && i < 3; i++) {
        int vla[i];
        if (i == 2)
            *kept = 1; /*@vla*/
        keep(vla);
    }
    // 1000 rounds of 20 KB are no 20 MB of stack; goto, break, continue and early returns end scopes as well.
    for (int i = 0; w == 5 && i < 1000; i++) {
        char big[20000], vla[20000 + i % 2];
        int local = i;
        keep(&local);
        keep((int *)(void *)big);
        keep((int *)(void *)vla);
        vla[19999] = big[19999] = 0;
        if (i % 3 == 1)
            continue;
        if (i % 5 == 4)
            goto on;
        keep(&local);
        *kept = vla[19999];
    on:
        if (i == 998)
            return 0;
    }
    return 0;
}
