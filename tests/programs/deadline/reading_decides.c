//@ check --stub which=0: incomplete limit=clock
//@ check --stub which=1: incomplete limit=clock
//@ check --stub which=2: incomplete limit=clock
//@ check --stub which=3: incomplete limit=clock
//@ check --stub which=4: incomplete limit=clock
//@ check --stub which=5: safe
//@ check --stub which=6: assertion line=@late
//@ check --stub which=7: incomplete limit=clock
// One reading of the clock in each execution, and what happens depends on it: not at this time of day, but at others.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

int which(void);
static struct { int n; time_t since; } global;
static struct { int n; time_t at; } log_of;
struct job { int n; time_t at; };

static int hour(time_t t) {
    struct tm *now = localtime(&t);
    return now->tm_hour;
}

static void *worker(void *arg) {
    struct timespec now;
    struct timeval day;
    switch (which()) {
    case 0:
        clock_gettime(CLOCK_REALTIME, &now);
        assert(now.tv_nsec >= 500000000);
        break;
    case 1:
        assert(time(NULL) % 60 != 30);
        break;
    case 2:
        global.since = time(NULL);
        assert(global.since % 2 == 0);
        break;
    case 3: {
        struct job *job = malloc(sizeof *job);
        job->at = time(NULL);
        assert((job->at & 3) == 0);
        free(job);
        break;
    }
    case 4:
        gettimeofday(&day, NULL);
        static const int table[2] = {1, 0};
        printf("%d\n", table[day.tv_sec & 1]);
        break;
    case 5: {
        // Ordinary programs: a log, a seed, whether it has failed.
        time_t t = time(NULL);
        char text[32];
        if (t == (time_t)-1)
            exit(1);
        srand((unsigned)t);
        strftime(text, sizeof text, "%H:%M", localtime(&t));
        log_of.at = t;
        assert(log_of.n == 0 && log_of.at > 0);
        puts(text);
        break;
    }
    case 6:
        clock_gettime(CLOCK_REALTIME, &now);
        assert(now.tv_nsec < 500000000); /*@late*/
        break;
    default:
        assert(hour(time(NULL)) != 7);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
