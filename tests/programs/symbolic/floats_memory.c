//@ check --symbolic: assertion line=@found message="with input point = {1.0, 0.5, 3}"
//@ check --symbolic --input point={1,0.25,3}: safe
// Parts of a structure, bits of numbers, and numbers that are computed by one thread for another.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
void klee_make_symbolic(void *, unsigned long, const char *);

static struct point {
    double x;
    float y;
    int n;
} point;
static double sum;

static void *add(void *unused) {
    sum = point.x + point.y;
    return unused;
}

int main(void) {
    klee_make_symbolic(&point, sizeof point, "point");
    pthread_t thread;
    pthread_create(&thread, 0, add, 0);
    pthread_join(thread, 0);
    uint32_t bits;
    memcpy(&bits, &point.y, sizeof bits);
    // 0.5f, and 1.5 in all.
    if (bits == 0x3F000000 && sum == 1.5 && point.n == 3) {
        uint64_t all;
        memcpy(&all, &sum, sizeof all);
        assert(all != 0x3FF8000000000000); /*@found*/
    }
    return 0;
}
