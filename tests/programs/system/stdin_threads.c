//@ check --stdin tests/programs/system/input.txt: assertion line=@assert
//@ check --explorer optimal --stdin tests/programs/system/input.txt: assertion line=@assert
//@ check --explorer unfolding --stdin tests/programs/system/input.txt: assertion line=@assert
// Which thread reads which character depends on the schedule; that they read it is no race.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int read_by_thread;

static void *take(void *arg) {
    read_by_thread = getchar();
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, take, NULL);
    int mine = getchar();
    pthread_join(thread, NULL);
    assert(mine + read_by_thread == 'h' + 'e');
    assert(mine == 'h'); /*@assert*/
    return 0;
}
