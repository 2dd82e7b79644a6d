//@ check --explorer prefix: safe note=endless
//@ check --explorer states: safe
// Two diners and one spoon, each of whom always gives it to the other one: neither ever eats. No execution ends: whether they are meant
// to is not known, so that is a note.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int owner, hungry[2] = {1, 1};
static int numbers[2] = {0, 1};

static void *eat(void *arg) {
    int me = *(int *)arg;
    while (hungry[me]) {
        if (owner != me)
            sched_yield();
        else if (hungry[1 - me])
            owner = 1 - me;
        else
            hungry[me] = 0;
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, eat, &numbers[0]);
    pthread_create(&b, NULL, eat, &numbers[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
