//@ cflags: -D_GNU_SOURCE
//@ check: safe executions=1 output="a name that is \n"
// A name that is too long is cut off.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>

int main(void) {
    char name[16], same[16];
    assert(prctl(PR_SET_NAME, "a name that is too long") == 0 && prctl(PR_GET_NAME, name) == 0);
    assert(pthread_getname_np(pthread_self(), same, sizeof same) == 0 && strcmp(name, same) == 0);
    puts(name);
    return 0;
}
