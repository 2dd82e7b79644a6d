// A thread is given the address of a variable whose function returns. Its end is the closing brace, which is on the same long line.
#include <stdio.h>
#include <threads.h>
struct job { int id; const char *name; };
static int run(void *arg) { struct job *job = arg; printf("%d %s\n", job->id, job->name); return 0; }
static void start(thrd_t *t, int id) { struct job job = { id, "worker" }; thrd_create(t, run, &job); }
int main(void) { thrd_t t[2]; start(&t[0], 1); start(&t[1], 2); thrd_join(t[0], NULL); thrd_join(t[1], NULL); return 0; }
