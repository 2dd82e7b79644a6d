//@ check: uninitialised-read line=@read
// What a variable of the block held before the block was left is gone.
#include <setjmp.h>

static jmp_buf retry;
static int attempts;
static int sink;

static int look(const int *at)
{
    return *at;
}

int main(void)
{
    {
        int box[2];
        if (setjmp(retry) == 0)
            box[0] = 1;
        if (look(box)) /*@read*/
            sink++;
    }
    if (attempts++ < 1)
        longjmp(retry, 1);
    return 0;
}
