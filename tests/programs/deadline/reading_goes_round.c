//@ check --stub which=0: incomplete limit=clock
//@ check --stub which=1: incomplete limit=clock
//@ check --stub which=2: incomplete limit=clock
//@ check --stub which=3: incomplete limit=clock
//@ check --stub which=4: incomplete limit=clock
//@ check --stub which=5: incomplete limit=clock
//@ check --stub which=6: incomplete limit=clock
//@ check --stub which=7: incomplete limit=clock
//@ check --stub which=8: incomplete limit=clock
//@ check --stub which=9: incomplete limit=clock
//@ check --stub which=10: incomplete limit=clock
//@ check --stub which=11: incomplete limit=clock
//@ check --stub which=12: incomplete limit=clock
// One reading of the clock decides, and goes a longer way: as a structure by value, to and from threads and functions that are not
// called by their names, behind pointers, and into what is divided by or waited for.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int which(void);
static long *global;
static struct timespec *slots[2];
static long (*source)(void);

static struct timespec now(void) {
    struct timespec x;
    clock_gettime(CLOCK_REALTIME, &x);
    return x;
}

static int is_half(struct timespec t) {
    return t.tv_sec % 60 == 30;
}

static void *given(void *arg) {
    assert((long)arg % 60 != 30);
    return NULL;
}

static void *given_address(void *arg) {
    assert(*(long *)arg % 60 != 30);
    return NULL;
}

static void *gives(void *arg) {
    (void)arg;
    return (void *)time(NULL);
}

// A thread that begins where it is told.
static void run(void *(*start)(void *), void *arg, void **result) {
    pthread_t t;
    pthread_create(&t, NULL, start, arg);
    pthread_join(t, result);
}

static long seconds(void) {
    return time(NULL);
}

static int later(const void *a, const void *b) {
    long x = *(const long *)a, y = *(const long *)b;
    return x < y ? -1 : x > y;
}

static unsigned hash(const void *bytes, int n) {
    unsigned x = 0;
    for (const unsigned char *p = bytes; n > 0; n--)
        x = x * 31 + *p++;
    return x;
}

int main(void) {
    time_t t, other = 1234567890;
    struct timespec x;
    pthread_barrier_t barrier;
    void *result = NULL;
    switch (which()) {
    case 0:
        x = now();
        assert(x.tv_sec % 60 != 30);
        break;
    case 1:
        clock_gettime(CLOCK_REALTIME, &x);
        assert(!is_half(x));
        break;
    case 2: {
        pthread_t thread;
        pthread_create(&thread, NULL, given, (void *)time(NULL));
        pthread_join(thread, NULL);
        break;
    }
    case 3: {
        pthread_t thread;
        t = time(NULL);
        pthread_create(&thread, NULL, given_address, &t);
        pthread_join(thread, NULL);
        break;
    }
    case 4: {
        pthread_t thread;
        pthread_create(&thread, NULL, gives, NULL);
        pthread_join(thread, &result);
        assert((long)result % 60 != 30);
        break;
    }
    case 5:
        source = seconds;
        assert(source() % 60 != 30);
        break;
    case 6:
        global = malloc(sizeof *global);
        *global = time(NULL);
        assert(*global % 60 != 30);
        break;
    case 7:
        slots[0] = malloc(sizeof *slots[0]);
        clock_gettime(CLOCK_REALTIME, slots[0]);
        assert(slots[0]->tv_nsec > 500);
        break;
    case 8: {
        long times[2] = {time(NULL), 2000000000};
        qsort(times, 2, sizeof *times, later);
        assert(times[1] == 2000000000);
        break;
    }
    case 9:
        t = time(NULL);
        assert(memcmp(&t, &other, sizeof t));
        break;
    case 10:
        pthread_barrier_init(&barrier, NULL, 1 + (unsigned)(time(NULL) % 2));
        pthread_barrier_wait(&barrier);
        break;
    case 11:
        run(given, (void *)time(NULL), &result);
        break;
    default:
        t = time(NULL);
        assert(hash(&t, sizeof t) % 60 != 30);
    }
    return 0;
}
