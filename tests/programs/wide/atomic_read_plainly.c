//@ cflags: -Wno-atomic-alignment
//@ check: safe executions=2
//@ check --model rc11: safe executions=2
// After the join the halves are read plainly: that is what the two atomic writes, in either order, have left.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static struct pair { int a, b; long c; } shared __attribute__((aligned(16)));

static void *writer(void *arg)
{
    struct pair next = { (int)(long)arg, 5, -(long)arg };
    __atomic_store(&shared, &next, __ATOMIC_SEQ_CST);
    return 0;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, writer, (void *)1);
    pthread_create(&u, 0, writer, (void *)2);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(shared.a == 1 || shared.a == 2);
    assert(shared.b == 5 && shared.c == -shared.a);
    return 0;
}
