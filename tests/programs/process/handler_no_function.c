//@ check: invalid-pointer line=@registered
#include <stdlib.h>

static int number;

int main(void)
{
    atexit((void (*)(void))(void *)&number); /*@registered*/
    return 0;
}
