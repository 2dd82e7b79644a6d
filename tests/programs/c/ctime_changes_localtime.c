//@ check: safe executions=1
// ctime is asctime of localtime (C11 7.27.3.2): it changes what gmtime has returned.
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void)
{
    time_t first = 0, second = 86400;
    struct tm *tm = gmtime(&first);
    assert(tm->tm_mday == 1);
    assert(strcmp(ctime(&second), "Fri Jan  2 00:00:00 1970\n") == 0);
    assert(tm->tm_mday == 2);
    return 0;
}
