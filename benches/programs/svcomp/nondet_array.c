// N threads put their numbers into an array and keep the largest index that was written; main reads what is there meanwhile.
#include "common.h"

static int array[N + 1], largest;

static void *thread(void *arg) {
    int n = (intptr_t)arg;
    array[n] = n;
    if (largest < n)
        largest = n;
    return arg;
}

int main(void) {
    start_all(thread);
    int at = largest;
    assert(at == 0 || array[at] == at);
    return 0;
}
