//@ check --stub which=0: uninitialised-read line=@sleep
//@ check --stub which=1: uninitialised-read line=@usleep
//@ check --stub which=2: uninitialised-read line=@poll
//@ check --stub which=3: uninitialised-read line=@member
//@ check --stub which=4: safe
// How long it is to sleep.
#define _GNU_SOURCE
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

int which(void);

struct settings { unsigned pause, tries; };

int main(void) {
    unsigned time;
    int limit;
    struct settings *settings = malloc(sizeof *settings);
    if (!settings)
        return 0;
    switch (which()) {
    case 0:
        sleep(time); /*@sleep*/
        break;
    case 1:
        usleep(time); /*@usleep*/
        break;
    case 2:
        poll(NULL, 0, limit); /*@poll*/
        break;
    case 3:
        usleep(settings->pause); /*@member*/
        break;
    default:
        settings->pause = 1;
        usleep(settings->pause);
        for (time = 1; time < 4; time *= 2)
            sleep(time);
    }
    free(settings);
    return 0;
}
