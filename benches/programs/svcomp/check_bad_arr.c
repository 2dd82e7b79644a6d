// N threads mark entries of an array as good; each looks first whether its neighbour has been marked. Nothing but marks is ever seen.
#include "common.h"

static int array[N + 1];

static void *thread(void *arg) {
    int n = (intptr_t)arg;
    int before = array[n - 1];
    assert(before == 0 || before == 1);
    array[n] = 1;
    return arg;
}

int main(void) {
    start_all(thread);
    int sum = 0;
    for (int n = 1; n <= N; n++)
        sum += array[n];
    assert(sum <= N);
    return 0;
}
