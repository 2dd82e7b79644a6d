//@ check: safe executions=1 output="      2001|SUN|09|9| 9|252|0252|am|GMT|   01:46|%Ea|+0000\n"
// Flags and widths, by running it natively. The zone of gmtime is GMT.
#include <stdio.h>
#include <time.h>

int main(void) {
    time_t then = 1000000000;
    char text[128];
    strftime(text, sizeof text, "%_10Y|%^a|%d|%-d|%_d|%3j|%04j|%#p|%Z|%8R|%Ea|%z", gmtime(&then));
    puts(text);
    return 0;
}
