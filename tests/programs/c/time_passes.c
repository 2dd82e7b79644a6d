//@ check --stub which=0: incomplete limit=clock
//@ check --stub which=1: incomplete limit=clock
//@ check --stub which=1 --jobs 3: incomplete limit=clock
//@ check --stub which=1 --explorer optimal: incomplete limit=clock
//@ check --stub which=1 --explorer rvf: incomplete limit=clock
//@ check --stub which=2: safe
//@ check --stub which=3: assertion line=@wrong
// Natively the assertion at @passed fails: two seconds have passed. Threadbare's clock stands still, which must be said.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

int which(void);
static atomic_int order;

static void *reader(void *arg) {
    // Only one of the orders has two readings.
    if (atomic_fetch_add(&order, 1) == (which() == 2) || which() != 2)
        *(time_t *)arg = time(NULL);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    time_t times[2] = {0, 0};
    if (which() == 0) {
        time_t t = time(NULL);
        sleep(2);
        assert(time(NULL) == t); /*@passed*/
        return 0;
    }
    pthread_create(&a, NULL, reader, &times[0]);
    pthread_create(&b, NULL, reader, &times[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    // A fault that does not need time is found all the same.
    assert(which() != 3 || times[0] == 0); /*@wrong*/
    return 0;
}
