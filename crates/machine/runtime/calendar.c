/* Calendar time: UTC everywhere, in the C locale. Functions without a buffer of the caller have one for all threads, as in
 * glibc: two threads that use it race. */
#include "tb.h"

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};
_Static_assert(sizeof(struct tm) == SIZE(56, 44), "as glibc");

static struct tm __tb_localtime_result;
static char __tb_asctime_result[64];

char *tzname[2] = {(char *)"UTC", (char *)"UTC"};
long timezone;
int daylight;

#define EOVERFLOW 75
#define DAY 86400LL

int snprintf(char *to, size_t room, const char *format, ...);

static const char days[7][10] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char months[12][10] = {"January", "February", "March",     "April",   "May",      "June",
                                    "July",    "August",   "September", "October", "November", "December"};

void tzset(void)
{
}

static long long floor_div(long long a, long long b)
{
    return a / b - (a % b < 0);
}

/* Days from 1 January 1970 to the first day of a month (from 0) of a year, in the Gregorian calendar. */
static long long days_before(long long year, int month)
{
    /* A year that begins in March has its leap day at the end. */
    long long y = year - (month < 2);
    long long era = floor_div(y, 400), of_era = y - era * 400;
    long long of_year = (153 * (month + (month < 2 ? 10 : -2)) + 2) / 5;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

struct tm *gmtime_r(const time_t *time, struct tm *to)
{
    long long day = floor_div(*time, DAY), second = *time - day * DAY;
    long long year = 1970 + floor_div(day * 400, 146097);
    if (year - 1900 > INT_MAX - 2 || year - 1900 < -INT_MAX) {
        errno = EOVERFLOW;
        return NULL;
    }
    while (days_before(year + 1, 0) <= day)
        year++;
    while (days_before(year, 0) > day)
        year--;
    int month = 11;
    while (days_before(year, month) > day)
        month--;
    to->tm_sec = (int)(second % 60);
    to->tm_min = (int)(second / 60 % 60);
    to->tm_hour = (int)(second / 3600);
    to->tm_mday = (int)(day - days_before(year, month)) + 1;
    to->tm_mon = month;
    to->tm_year = (int)(year - 1900);
    to->tm_wday = (int)(((day + 4) % 7 + 7) % 7);
    to->tm_yday = (int)(day - days_before(year, 0));
    to->tm_isdst = 0;
    to->tm_gmtoff = 0;
    to->tm_zone = "UTC";
    return to;
}

struct tm *localtime_r(const time_t *time, struct tm *to)
{
    return gmtime_r(time, to);
}

struct tm *gmtime(const time_t *time)
{
    return gmtime_r(time, &__tb_localtime_result);
}

struct tm *localtime(const time_t *time)
{
    return gmtime_r(time, &__tb_localtime_result);
}

/* Fields may be out of their ranges; they are brought into them. */
time_t timegm(struct tm *from)
{
    long long month = from->tm_mon, year = 1900LL + from->tm_year + floor_div(month, 12);
    long long day = days_before(year, (int)(month - floor_div(month, 12) * 12)) + from->tm_mday - 1;
    long long exact = day * DAY + from->tm_hour * 3600LL + from->tm_min * 60LL + from->tm_sec;
    time_t time = (time_t)exact;
    if (time != exact) {
        errno = EOVERFLOW;
        return -1;
    }
    return gmtime_r(&time, from) ? time : -1;
}

time_t mktime(struct tm *from)
{
    return timegm(from);
}

char *asctime_r(const struct tm *time, char *to)
{
    const char *day = time->tm_wday < 0 || time->tm_wday > 6 ? "???" : days[time->tm_wday];
    const char *month = time->tm_mon < 0 || time->tm_mon > 11 ? "???" : months[time->tm_mon];
    snprintf(to, 26, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", day, month, time->tm_mday, time->tm_hour, time->tm_min,
             time->tm_sec, 1900 + time->tm_year);
    return to;
}

char *asctime(const struct tm *time)
{
    return asctime_r(time, __tb_asctime_result);
}

char *ctime_r(const time_t *time, char *to)
{
    struct tm tm;
    return gmtime_r(time, &tm) ? asctime_r(&tm, to) : NULL;
}

/* asctime(localtime(time)): what those have returned before changes. */
char *ctime(const time_t *time)
{
    struct tm *tm = localtime(time);
    return tm ? asctime(tm) : NULL;
}

struct text {
    char *to;
    size_t room, length;
};

static void put(struct text *text, char c)
{
    if (text->length < text->room)
        text->to[text->length] = c;
    text->length++;
}

static void word(struct text *text, const char *s, size_t most)
{
    for (; *s && most; s++, most--)
        put(text, *s);
}

/* A number with at least so many digits; `pad` is what stands in front, 0 for nothing. */
static void number(struct text *text, long long n, int width, char pad)
{
    char digits[24];
    int count = 0;
    unsigned long long rest = n < 0 ? -(unsigned long long)n : (unsigned long long)n;
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (n < 0)
        put(text, '-');
    for (int at = count; pad && at < width; at++)
        put(text, pad);
    while (count)
        put(text, digits[--count]);
}

/* The week of the year as ISO 8601 counts, and the year that it belongs to. */
static int iso_week(const struct tm *time, long long *year)
{
    long long first = 1900LL + time->tm_year;
    int weekday = (time->tm_wday + 6) % 7, day = time->tm_yday - weekday + 3;
    int length = (int)(days_before(first + 1, 0) - days_before(first, 0));
    if (day < 0) {
        first--;
        day += (int)(days_before(first + 1, 0) - days_before(first, 0));
    } else if (day >= length) {
        first++;
        day -= length;
    }
    *year = first;
    return day / 7 + 1;
}

static void format(struct text *text, const char *s, const struct tm *time)
{
    long long year = 1900LL + time->tm_year, of_week;
    for (; *s; s++) {
        if (*s != '%') {
            put(text, *s);
            continue;
        }
        char flag = 0;
        s++;
        if (*s == '-' || *s == '_' || *s == '0')
            flag = *s++;
        if (*s == 'E' || *s == 'O')
            s++;
        char zero = flag == '-' ? 0 : flag == '_' ? ' ' : '0', blank = flag == '-' ? 0 : flag == '0' ? '0' : ' ';
        int hour = time->tm_hour % 12 ? time->tm_hour % 12 : 12;
        switch (*s) {
        case 'a':
            word(text, time->tm_wday < 0 || time->tm_wday > 6 ? "?" : days[time->tm_wday], 3);
            break;
        case 'A':
            word(text, time->tm_wday < 0 || time->tm_wday > 6 ? "?" : days[time->tm_wday], 10);
            break;
        case 'b':
        case 'h':
            word(text, time->tm_mon < 0 || time->tm_mon > 11 ? "?" : months[time->tm_mon], 3);
            break;
        case 'B':
            word(text, time->tm_mon < 0 || time->tm_mon > 11 ? "?" : months[time->tm_mon], 10);
            break;
        case 'c':
            format(text, "%a %b %e %H:%M:%S %Y", time);
            break;
        case 'C':
            number(text, floor_div(year, 100), 2, zero);
            break;
        case 'd':
            number(text, time->tm_mday, 2, zero);
            break;
        case 'D':
        case 'x':
            format(text, "%m/%d/%y", time);
            break;
        case 'e':
            number(text, time->tm_mday, 2, blank);
            break;
        case 'F':
            format(text, "%Y-%m-%d", time);
            break;
        case 'g':
            iso_week(time, &of_week);
            number(text, (of_week % 100 + 100) % 100, 2, zero);
            break;
        case 'G':
            iso_week(time, &of_week);
            number(text, of_week, 1, zero);
            break;
        case 'H':
            number(text, time->tm_hour, 2, zero);
            break;
        case 'I':
            number(text, hour, 2, zero);
            break;
        case 'j':
            number(text, time->tm_yday + 1, 3, zero);
            break;
        case 'k':
            number(text, time->tm_hour, 2, blank);
            break;
        case 'l':
            number(text, hour, 2, blank);
            break;
        case 'm':
            number(text, time->tm_mon + 1, 2, zero);
            break;
        case 'M':
            number(text, time->tm_min, 2, zero);
            break;
        case 'n':
            put(text, '\n');
            break;
        case 'p':
            word(text, time->tm_hour >= 12 ? "PM" : "AM", 2);
            break;
        case 'P':
            word(text, time->tm_hour >= 12 ? "pm" : "am", 2);
            break;
        case 'r':
            format(text, "%I:%M:%S %p", time);
            break;
        case 'R':
            format(text, "%H:%M", time);
            break;
        case 's': {
            struct tm copy = *time;
            number(text, timegm(&copy), 1, zero);
            break;
        }
        case 'S':
            number(text, time->tm_sec, 2, zero);
            break;
        case 't':
            put(text, '\t');
            break;
        case 'T':
        case 'X':
            format(text, "%H:%M:%S", time);
            break;
        case 'u':
            number(text, time->tm_wday ? time->tm_wday : 7, 1, zero);
            break;
        case 'U':
            number(text, (time->tm_yday + 7 - time->tm_wday) / 7, 2, zero);
            break;
        case 'V':
            number(text, iso_week(time, &of_week), 2, zero);
            break;
        case 'w':
            number(text, time->tm_wday, 1, zero);
            break;
        case 'W':
            number(text, (time->tm_yday + 7 - (time->tm_wday + 6) % 7) / 7, 2, zero);
            break;
        case 'y':
            number(text, (year % 100 + 100) % 100, 2, zero);
            break;
        case 'Y':
            number(text, year, 1, zero);
            break;
        case 'z':
            word(text, "+0000", 5);
            break;
        case 'Z':
            word(text, "UTC", 3);
            break;
        case '%':
            put(text, '%');
            break;
        case 0:
            put(text, '%');
            return;
        default:
            put(text, '%');
            put(text, *s);
        }
    }
}

/* What does not fit is not there at all. */
size_t strftime(char *to, size_t room, const char *with, const struct tm *time)
{
    struct text text = {to, room, 0};
    format(&text, with, time);
    if (text.length >= room)
        return 0;
    to[text.length] = 0;
    return text.length;
}
