//@ check --stub which=0: use-after-free line=@use other=@end message="its thread has ended"
//@ check --stub which=0 --races explore: use-after-free line=@use other=@end
//@ check --stub which=1: use-after-free line=@atomic other=@end
//@ check --stub which=1 --races explore: use-after-free line=@atomic other=@end
//@ check --stub which=1 --model rc11: use-after-free line=@atomic other=@end
//@ check --stub which=2: use-after-free line=@store other=@exit
//@ check --stub which=3: safe
//@ check --stub which=3 --races explore: safe
//@ check --stub which=4: data-race line=@errno|@set other=@errno|@set message="`errno`"
//@ check --stub which=4 --races explore: safe executions=2
//@ check --stub which=5: safe
// Uses of another thread's thread-local variable that nothing orders before the end of that thread, in every order; and two
// that are ordered. Under `--races explore` the two writes of `errno` are ordered either way.
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int which(void);
static _Thread_local int mine;
static _Thread_local atomic_int shared;

static void *user(void *arg) {
    switch (which()) {
    case 1:
        return (void *)(long)atomic_load((atomic_int *)arg); /*@atomic*/
    case 4:
        *(int *)arg = 1; /*@errno*/
        return NULL;
    default:
        return (void *)(long)*(int *)arg; /*@use*/
    }
}

static void *owner(void *arg) {
    pthread_t t;
    switch (which()) {
    case 1:
        pthread_create(&t, NULL, user, &shared);
        break;
    case 4:
        pthread_create(&t, NULL, user, &errno);
        errno = 2; /*@set*/
        pthread_join(t, NULL);
        break;
    default:
        mine = 3;
        pthread_create(&t, NULL, user, &mine);
    }
    if (which() == 3)
        pthread_join(t, NULL);
    return arg; /*@end*/
}

static void *write_to(void *arg) {
    *(int *)arg = 1; /*@store*/
    return NULL;
}

int main(void) {
    pthread_t t;
    if (which() == 2 || which() == 5) {
        // The main thread's end only if others outlive it.
        pthread_create(&t, NULL, write_to, &mine);
        if (which() == 5)
            return pthread_join(t, NULL) + mine - 1;
        pthread_exit(NULL); /*@exit*/
    }
    pthread_create(&t, NULL, owner, NULL);
    pthread_join(t, NULL);
    return 0;
}
