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

static struct tm *broken_down(const time_t *time, struct tm *to, const char *zone)
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
    to->tm_zone = zone;
    return to;
}

struct tm *gmtime_r(const time_t *time, struct tm *to)
{
    return broken_down(time, to, "GMT");
}

struct tm *localtime_r(const time_t *time, struct tm *to)
{
    return broken_down(time, to, "UTC");
}

struct tm *gmtime(const time_t *time)
{
    return gmtime_r(time, &__tb_localtime_result);
}

struct tm *localtime(const time_t *time)
{
    return localtime_r(time, &__tb_localtime_result);
}

/* Fields may be out of their ranges; they are brought into them. */
static time_t brought_in(struct tm *from, const char *zone)
{
    long long month = from->tm_mon, year = 1900LL + from->tm_year + floor_div(month, 12);
    long long day = days_before(year, (int)(month - floor_div(month, 12) * 12)) + from->tm_mday - 1;
    long long exact = day * DAY + from->tm_hour * 3600LL + from->tm_min * 60LL + from->tm_sec;
    time_t time = (time_t)exact;
    if (time != exact) {
        errno = EOVERFLOW;
        return -1;
    }
    return broken_down(&time, from, zone) ? time : -1;
}

time_t timegm(struct tm *from)
{
    return brought_in(from, "GMT");
}

time_t mktime(struct tm *from)
{
    return brought_in(from, "UTC");
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

/* What is written, and how the conversion under way is: its flags and its width. */
struct text {
    char *to;
    size_t room, length;
};
struct way {
    char pad;
    char upper, lower, swapped;
    int width;
};

static void put(struct text *text, char c)
{
    if (text->length < text->room)
        text->to[text->length] = c;
    text->length++;
}

static void fill(struct text *text, int count, char with)
{
    for (; count > 0; count--)
        put(text, with);
}

/* At most so many characters of a string, made as wide as is asked for. */
static void word(struct text *text, const struct way *way, const char *s, int most)
{
    int length = 0;
    while (length < most && s[length])
        length++;
    fill(text, way->width - length, way->pad == '0' ? '0' : ' ');
    for (int at = 0; at < length; at++) {
        char c = s[at];
        if (way->lower && c >= 'A' && c <= 'Z')
            c += 32;
        else if (!way->lower && way->upper && c >= 'a' && c <= 'z')
            c -= 32;
        put(text, c);
    }
}

/* A number with at least so many digits. */
static void number(struct text *text, const struct way *way, long long n, int least)
{
    char digits[24], *end = digits + sizeof digits, *p = end;
    struct way rest_of_it = *way;
    unsigned long long rest = n < 0 ? -(unsigned long long)n : (unsigned long long)n;
    do
        *--p = (char)('0' + rest % 10);
    while (rest /= 10);
    if (n < 0)
        *--p = '-';
    if (way->width > least)
        least = way->width;
    int missing = way->pad == '-' ? 0 : least - (int)(end - p);
    if (missing > 0 && way->pad == '_') {
        fill(text, missing, ' ');
        rest_of_it.width -= missing;
    } else if (missing > 0) {
        p += n < 0;
        if (n < 0)
            put(text, '-');
        fill(text, missing, '0');
        rest_of_it.width = 0;
    }
    word(text, &rest_of_it, p, (int)(end - p));
}

/* The same with blanks in front, unless a flag says otherwise. */
static void blank_number(struct text *text, const struct way *way, long long n, int least)
{
    struct way blank = *way;
    if (blank.pad != '0' && blank.pad != '-')
        blank.pad = '_';
    number(text, &blank, n, least);
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

static void format(struct text *text, const char *s, const struct tm *time);

/* What another format makes of the time, as one word. */
static void part(struct text *text, const struct way *way, const char *with, const struct tm *time)
{
    char made[128];
    struct text inner = {made, sizeof made - 1, 0};
    format(&inner, with, time);
    made[inner.length] = 0;
    word(text, way, made, sizeof made);
}

static const char *zone(const struct tm *time)
{
    return time->tm_zone && *time->tm_zone ? time->tm_zone : time->tm_isdst < 0 ? "" : tzname[time->tm_isdst != 0];
}

/* One conversion; false if there is none of this letter. */
static int convert(struct text *text, char kind, struct way *way, const struct tm *time)
{
    long long year = 1900LL + time->tm_year, of_week;
    int hour = time->tm_hour > 12 ? time->tm_hour - 12 : time->tm_hour ? time->tm_hour : 12;
    switch (kind) {
    case 'a':
    case 'A':
        way->upper |= way->swapped;
        word(text, way, time->tm_wday < 0 || time->tm_wday > 6 ? "?" : days[time->tm_wday], kind == 'a' ? 3 : 10);
        return 1;
    case 'b':
    case 'h':
    case 'B':
        way->upper |= way->swapped;
        word(text, way, time->tm_mon < 0 || time->tm_mon > 11 ? "?" : months[time->tm_mon], kind == 'B' ? 10 : 3);
        return 1;
    case 'c':
        part(text, way, "%a %b %e %H:%M:%S %Y", time);
        return 1;
    case 'C':
        number(text, way, floor_div(year, 100), 1);
        return 1;
    case 'd':
        number(text, way, time->tm_mday, 2);
        return 1;
    case 'D':
    case 'x':
        part(text, way, "%m/%d/%y", time);
        return 1;
    case 'e':
        blank_number(text, way, time->tm_mday, 2);
        return 1;
    case 'F':
        part(text, way, "%Y-%m-%d", time);
        return 1;
    case 'g':
        iso_week(time, &of_week);
        number(text, way, (of_week % 100 + 100) % 100, 2);
        return 1;
    case 'G':
        iso_week(time, &of_week);
        number(text, way, of_week, 1);
        return 1;
    case 'H':
        number(text, way, time->tm_hour, 2);
        return 1;
    case 'I':
        number(text, way, hour, 2);
        return 1;
    case 'j':
        number(text, way, time->tm_yday + 1, 3);
        return 1;
    case 'k':
        blank_number(text, way, time->tm_hour, 2);
        return 1;
    case 'l':
        blank_number(text, way, hour, 2);
        return 1;
    case 'm':
        number(text, way, time->tm_mon + 1, 2);
        return 1;
    case 'M':
        number(text, way, time->tm_min, 2);
        return 1;
    case 'n':
        word(text, way, "\n", 1);
        return 1;
    case 'p':
    case 'P':
        way->lower = kind == 'P' || way->swapped;
        word(text, way, time->tm_hour >= 12 ? "PM" : "AM", 2);
        return 1;
    case 'r':
        part(text, way, "%I:%M:%S %p", time);
        return 1;
    case 'R':
        part(text, way, "%H:%M", time);
        return 1;
    case 's': {
        struct tm copy = *time;
        char made[24];
        snprintf(made, sizeof made, "%lld", (long long)timegm(&copy));
        word(text, way, made, sizeof made);
        return 1;
    }
    case 'S':
        number(text, way, time->tm_sec, 2);
        return 1;
    case 't':
        word(text, way, "\t", 1);
        return 1;
    case 'T':
    case 'X':
        part(text, way, "%H:%M:%S", time);
        return 1;
    case 'u':
        number(text, way, (time->tm_wday + 6) % 7 + 1, 1);
        return 1;
    case 'U':
        number(text, way, (time->tm_yday + 7 - time->tm_wday) / 7, 2);
        return 1;
    case 'V':
        number(text, way, iso_week(time, &of_week), 2);
        return 1;
    case 'w':
        number(text, way, time->tm_wday, 1);
        return 1;
    case 'W':
        number(text, way, (time->tm_yday + 7 - (time->tm_wday + 6) % 7) / 7, 2);
        return 1;
    case 'y':
        number(text, way, (year % 100 + 100) % 100, 2);
        return 1;
    case 'Y':
        number(text, way, year, 1);
        return 1;
    case 'z': {
        if (time->tm_isdst < 0)
            return 1;
        long minutes = time->tm_gmtoff / 60, of = minutes < 0 ? -minutes : minutes;
        word(text, way, time->tm_gmtoff < 0 ? "-" : "+", 1);
        number(text, way, of / 60 * 100 + of % 60, 4);
        return 1;
    }
    case 'Z':
        way->lower = way->swapped;
        word(text, way, zone(time), 64);
        return 1;
    case '%':
        word(text, way, "%", 1);
        return 1;
    default:
        return 0;
    }
}

static void format(struct text *text, const char *s, const struct tm *time)
{
    while (*s) {
        if (*s != '%') {
            put(text, *s++);
            continue;
        }
        const char *start = s++;
        struct way way = {0};
        for (;; s++) {
            if (*s == '_' || *s == '-' || *s == '0')
                way.pad = *s;
            else if (*s == '^')
                way.upper = 1;
            else if (*s == '#')
                way.swapped = 1;
            else
                break;
        }
        for (; *s >= '0' && *s <= '9'; s++)
            way.width = way.width > 1 << 26 ? 1 << 26 : way.width * 10 + (*s - '0');
        char modifier = *s == 'E' || *s == 'O' ? *s++ : 0;
        char kind = *s;
        if (kind == 'b' || kind == 'h')
            way.upper |= way.swapped;
        /* What they may not be with. */
        const char *without = modifier == 'E' ? "ABDFGHIMSUVWabdeghjklmw" : modifier == 'O' ? "ADFXYacx" : "";
        int fits = 1;
        for (; *without; without++)
            fits &= kind != *without;
        if (!kind || !fits || !convert(text, kind, &way, time))
            word(text, &way, start, (int)(s - start) + (kind != 0));
        s += kind != 0;
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
