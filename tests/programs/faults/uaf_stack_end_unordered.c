//@ check: use-after-free line=@use other=@end
//@ check --races explore: use-after-free line=@use other=@end
// The owner itself never accesses the variable.
#include <pthread.h>
#include <stddef.h>

static void *user(void *arg) {
    *(int *)arg = 1; /*@use*/
    return NULL;
}

static void *owner(void *arg) {
    pthread_t t;
    int local;
    pthread_create(&t, NULL, user, &local);
    return arg;
} /*@end*/

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, owner, NULL);
    pthread_join(t, NULL);
    return 0;
}
