//@ cflags: -D_GNU_SOURCE
//@ check: incomplete limit=clock executions=1 output="2001-09-09 01:46:40 Sun Sep 252 36 UTC 36 36 7\nSun Sep  9 01:46:40 2001\n"
// A billion seconds after 1970 are 9 September 2001, 01:46:40, a Sunday, the 252nd day, in ISO week 36; week 36 counting from
// Sundays as well as from Mondays (1 January was a Monday). Leap days are 29 February 2000 and 2004, not 1900 and 2100.
#include <assert.h>
#include <stdio.h>
#include <time.h>

static time_t at(int year, int month, int day) {
    struct tm tm = {0};
    tm.tm_year = year - 1900, tm.tm_mon = month - 1, tm.tm_mday = day;
    return mktime(&tm);
}

int main(void) {
    time_t now = time(NULL);
    struct tm tm;
    char text[80];
    assert(now == 1000000000 && localtime_r(&now, &tm) == &tm);
    strftime(text, sizeof text, "%F %T %a %b %j %V %Z %W %U %u", &tm);
    puts(text);
    fputs(asctime(gmtime(&now)), stdout);
    assert(mktime(&tm) == now);
    assert(at(1970, 1, 1) == 0 && at(2000, 3, 1) - at(2000, 2, 28) == 2 * 86400);
    assert(at(2100, 3, 1) - at(2100, 2, 28) == 86400 && at(1900, 3, 1) - at(1900, 2, 28) == 86400);
    time_t before = -1;
    assert(gmtime_r(&before, &tm) && tm.tm_year == 69 && tm.tm_mon == 11 && tm.tm_mday == 31 && tm.tm_sec == 59 && tm.tm_wday == 3);
    tm = (struct tm){.tm_year = 101, .tm_mon = 13, .tm_mday = 30};
    assert(mktime(&tm) == at(2002, 3, 2) && tm.tm_mon == 2 && tm.tm_mday == 2);
    assert(strftime(text, 4, "%Y", &tm) == 0 && strftime(text, 5, "%Y", &tm) == 4);
    assert(difftime(now, 0) == 1e9);
    return 0;
}
