/* <err.h>, <error.h> and <syslog.h>: messages on standard error, which begin with the name of the program; what is logged
 * is formatted, and goes nowhere. */
#include "stream.h"

int vfprintf(FILE *stream, const char *format, __builtin_va_list arguments);
int vsnprintf(char *buffer, size_t size, const char *format, __builtin_va_list arguments);
int dprintf(int descriptor, const char *format, ...);
char *strerror(int error);
_Noreturn void exit(int status);

static void message(int error, const char *format, __builtin_va_list arguments)
{
    dprintf(2, "program: ");
    if (format)
        vfprintf(stderr, format, arguments);
    else
        __tb_pass(stderr);
    if (error)
        dprintf(2, format ? ": %s\n" : "%s\n", strerror(error));
    else
        dprintf(2, "\n");
}

void vwarnx(const char *format, __builtin_va_list arguments)
{
    message(0, format, arguments);
}

void vwarn(const char *format, __builtin_va_list arguments)
{
    int error = errno;
    message(error, format, arguments);
    errno = error;
}

_Noreturn void verrx(int status, const char *format, __builtin_va_list arguments)
{
    vwarnx(format, arguments);
    exit(status);
}

_Noreturn void verr(int status, const char *format, __builtin_va_list arguments)
{
    vwarn(format, arguments);
    exit(status);
}

void warnx(const char *format, ...)
{
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    vwarnx(format, arguments);
    __builtin_va_end(arguments);
}

void warn(const char *format, ...)
{
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    vwarn(format, arguments);
    __builtin_va_end(arguments);
}

_Noreturn void errx(int status, const char *format, ...)
{
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    verrx(status, format, arguments);
}

_Noreturn void err(int status, const char *format, ...)
{
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    verr(status, format, arguments);
}

void error(int status, int error, const char *format, ...)
{
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    __tb_show(1, NULL, 0);
    message(error, format, arguments);
    __builtin_va_end(arguments);
    if (status)
        exit(status);
}

void openlog(const char *name, int options, int facility)
{
    (void)name, (void)options, (void)facility;
}

void closelog(void)
{
}

int setlogmask(int mask)
{
    (void)mask;
    return 0xff;
}

void vsyslog(int priority, const char *format, __builtin_va_list arguments)
{
    char line[1];
    (void)priority;
    vsnprintf(line, sizeof line, format, arguments);
}

void syslog(int priority, const char *format, ...)
{
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    vsyslog(priority, format, arguments);
    __builtin_va_end(arguments);
}
