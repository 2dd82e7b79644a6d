//@ check --stub which=0: use-after-free line=@use other=@end thread=0 message="read of `big[0]` after its thread has ended"
//@ check --stub which=0 --races ignore: use-after-free line=@use
//@ check --stub which=0 --races explore: use-after-free line=@use
//@ check --stub which=1: use-after-free line=@use message="`nested.b`"
//@ check --stub which=2: use-after-free line=@use message="`errno`"
//@ check --stub which=2 --races explore: use-after-free line=@use
//@ check --stub which=3: use-after-free line=@use other=@exit
//@ check --stub which=3 --races explore: use-after-free line=@use
//@ check --stub which=4: use-after-free line=@use message="`word`"
//@ check --stub which=4 --races explore: use-after-free line=@use
//@ check --stub which=5: safe
//@ check --stub which=5 --races explore: safe
//@ check --stub which=5 --races ignore: safe
// A thread-local variable ends with its thread (C11 6.2.4p4). Natively that of `big` crashes: glibc gives the memory back.
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int which(void);
static _Thread_local int big[1 << 12];
static _Thread_local struct { int a, b; } nested;
static const _Thread_local int word = 4;
static const int *kept;
static pthread_key_t key;

// Runs in the thread, whose variables are still there.
static void destroy(void *value) { *(int *)value = big[0] + nested.a; }

static void *worker(void *arg) {
    switch (which()) {
    case 0:
        big[0] = 1;
        kept = big;
        break;
    case 1:
        kept = &nested.b;
        break;
    case 2:
        kept = &errno;
        break;
    case 3:
        kept = &nested.a;
        pthread_exit(arg); /*@exit*/
    case 4:
        kept = &word;
        break;
    default:
        big[3] = 1;
        pthread_setspecific(key, &big[3]);
    }
    return arg; /*@end*/
}

int main(void) {
    pthread_t t;
    big[0] = 5;
    if (which() == 5)
        pthread_key_create(&key, destroy);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    if (which() == 5)
        return big[0] - 5;
    return *kept; /*@use*/
}
