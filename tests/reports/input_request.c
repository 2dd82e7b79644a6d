//! --symbolic --symbolic-stdin 4
/* What one call takes is one thing: text as a string, a structure as a list; so is standard input.
   Each thread takes a `shift`, also where a conversion lies between. */
#include <klee/klee.h>
#include <pthread.h>
#include <stdio.h>

unsigned char __VERIFIER_nondet_uchar(void);

struct box {
    int kind, size;
};

static int shifts[2];

static void *take(void *arg)
{
    int shift = __VERIFIER_nondet_uchar();
    *(int *)arg = shift;
    return NULL;
}

int main(void)
{
    char request[6], line[8];
    struct box box;
    pthread_t t[2];
    klee_make_symbolic(request, sizeof request, "text");
    klee_make_symbolic(&box, sizeof box, "box");
    if (!fgets(line, sizeof line, stdin))
        return 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, take, &shifts[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    klee_assert(request[0] != 'G' || request[1] != 'E' || request[2] != 'T' || box.kind != -3 || line[0] != 'x'
                || shifts[0] != 3 || shifts[1] != 200);
    return 0;
}
