//@ cflags: -D_GNU_SOURCE
//@ check: safe executions=1 output="No such device or address\nInvalid cross-device link\nConnection refused\nMemory page has hardware error\nUnknown error 134\nHangup Real-time signal 1\n"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    int errors[] = {ENXIO, EXDEV, ECONNREFUSED, EHWPOISON, 134};
    for (int i = 0; i < 5; i++)
        puts(strerror(errors[i]));
    printf("%s ", strsignal(SIGHUP));
    printf("%s\n", strsignal(35));
    return 0;
}
