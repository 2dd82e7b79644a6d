/* What the runtime needs of the machine, for its functions linked with the prefix tb_ into native tests. */
#include <errno.h>
#include <stdlib.h>

static int failures;

/* Nothing overlaps here. */
void __tb_apart(const void *to, const void *from, size_t n, size_t m)
{
    (void)to, (void)from, (void)n, (void)m;
}

void __tb_compared(const void *what, size_t n)
{
    (void)what, (void)n;
}

int *tb___errno_location(void)
{
    return &errno;
}
void *tb_malloc(size_t n)
{
    return malloc(n);
}
void tb_free(void *p)
{
    free(p);
}
