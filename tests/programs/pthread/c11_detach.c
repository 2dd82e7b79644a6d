//@ check: sync-misuse line=@here
#include <stddef.h>
#include <threads.h>

static int worker(void *arg) {
    return arg == NULL;
}

int main(void) {
    thrd_t a;
    thrd_create(&a, worker, NULL);
    thrd_detach(a);
    thrd_join(a, NULL); /*@here*/
    return 0;
}
