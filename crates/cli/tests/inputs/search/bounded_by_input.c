// What the input is makes no difference to the fault. The execution drawn has stopped to ask in the loop; with 4294967295
// in its place it would go round for long.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern unsigned __VERIFIER_nondet_uint(void);

static atomic_uint x, y;

static void *check(void *arg) { x++; assert(!y); return arg; }

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, check, 0);
    unsigned n = __VERIFIER_nondet_uint(), sum = 0;
    y = 1;
    for (unsigned i = 0; i < n; i++)
        sum += sum == 77777 ? 1 : i;
    x = sum;
    pthread_join(thread, 0);
    return 0;
}
