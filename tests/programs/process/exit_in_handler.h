#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void handler(void)
{
    puts("handler");
    IN_HANDLER;
}

int main(void)
{
    atexit(handler);
    return 1;
}
