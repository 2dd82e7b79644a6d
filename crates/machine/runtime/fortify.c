/* What headers make of calls with -D_FORTIFY_SOURCE: they say how much room there is, which is checked in any case. Those of
 * string.c are there. */
#include "tb.h"

typedef struct tb_file FILE;
typedef wchar_t_ wide;

void *mempcpy(void *to, const void *from, size_t n);
char *stpcpy(char *to, const char *from);
char *stpncpy(char *to, const char *from, size_t n);
void explicit_bzero(void *to, size_t n);
size_t strlcpy(char *to, const char *from, size_t room);
size_t strlcat(char *to, const char *from, size_t room);
char *fgets(char *to, int room, FILE *stream);
char *fgets_unlocked(char *to, int room, FILE *stream);
size_t fread(void *to, size_t size, size_t count, FILE *stream);
size_t fread_unlocked(void *to, size_t size, size_t count, FILE *stream);
ssize_t read(int descriptor, void *to, size_t n);
ssize_t pread(int descriptor, void *to, size_t n, long at);
ssize_t pread64(int descriptor, void *to, size_t n, long long at);
ssize_t recv(int descriptor, void *to, size_t n, int flags);
void vsyslog(int priority, const char *format, __builtin_va_list arguments);
wide *wmemcpy(wide *to, const wide *from, size_t n);
wide *wmemmove(wide *to, const wide *from, size_t n);
wide *wmemset(wide *to, wide c, size_t n);
wide *wcscpy(wide *to, const wide *from);
wide *wcsncpy(wide *to, const wide *from, size_t n);
wide *wcscat(wide *to, const wide *from);
wide *wcsncat(wide *to, const wide *from, size_t n);
size_t mbstowcs(wide *to, const char *from, size_t n);
size_t wcstombs(char *to, const wide *from, size_t n);

#define CHECKED(type, name, parameters, call) \
    type name parameters                      \
    {                                         \
        (void)room;                           \
        return call;                          \
    }
CHECKED(void *, __mempcpy_chk, (void *to, const void *from, size_t n, size_t room), mempcpy(to, from, n))
CHECKED(char *, __stpcpy_chk, (char *to, const char *from, size_t room), stpcpy(to, from))
CHECKED(char *, __stpncpy_chk, (char *to, const char *from, size_t n, size_t room), stpncpy(to, from, n))
CHECKED(void, __explicit_bzero_chk, (void *to, size_t n, size_t room), explicit_bzero(to, n))
CHECKED(size_t, __strlcpy_chk, (char *to, const char *from, size_t n, size_t room), strlcpy(to, from, n))
CHECKED(size_t, __strlcat_chk, (char *to, const char *from, size_t n, size_t room), strlcat(to, from, n))
CHECKED(char *, __fgets_chk, (char *to, size_t room, int n, FILE *stream), fgets(to, n, stream))
CHECKED(char *, __fgets_unlocked_chk, (char *to, size_t room, int n, FILE *stream), fgets_unlocked(to, n, stream))
CHECKED(size_t, __fread_chk, (void *to, size_t room, size_t size, size_t n, FILE *from), fread(to, size, n, from))
CHECKED(size_t, __fread_unlocked_chk, (void *to, size_t room, size_t size, size_t n, FILE *from), fread_unlocked(to, size, n, from))
CHECKED(ssize_t, __read_chk, (int descriptor, void *to, size_t n, size_t room), read(descriptor, to, n))
CHECKED(ssize_t, __pread_chk, (int descriptor, void *to, size_t n, long at, size_t room), pread(descriptor, to, n, at))
CHECKED(ssize_t, __pread64_chk, (int descriptor, void *to, size_t n, long long at, size_t room), pread64(descriptor, to, n, at))
CHECKED(ssize_t, __recv_chk, (int descriptor, void *to, size_t n, size_t room, int flags), recv(descriptor, to, n, flags))
CHECKED(wide *, __wmemcpy_chk, (wide *to, const wide *from, size_t n, size_t room), wmemcpy(to, from, n))
CHECKED(wide *, __wmemmove_chk, (wide *to, const wide *from, size_t n, size_t room), wmemmove(to, from, n))
CHECKED(wide *, __wmemset_chk, (wide *to, wide c, size_t n, size_t room), wmemset(to, c, n))
CHECKED(wide *, __wcscpy_chk, (wide *to, const wide *from, size_t room), wcscpy(to, from))
CHECKED(wide *, __wcsncpy_chk, (wide *to, const wide *from, size_t n, size_t room), wcsncpy(to, from, n))
CHECKED(wide *, __wcscat_chk, (wide *to, const wide *from, size_t room), wcscat(to, from))
CHECKED(wide *, __wcsncat_chk, (wide *to, const wide *from, size_t n, size_t room), wcsncat(to, from, n))
CHECKED(size_t, __mbstowcs_chk, (wide *to, const char *from, size_t n, size_t room), mbstowcs(to, from, n))
CHECKED(size_t, __wcstombs_chk, (char *to, const wide *from, size_t n, size_t room), wcstombs(to, from, n))

void __vsyslog_chk(int priority, int flag, const char *format, __builtin_va_list arguments)
{
    (void)flag;
    vsyslog(priority, format, arguments);
}

void __syslog_chk(int priority, int flag, const char *format, ...)
{
    __builtin_va_list arguments;
    (void)flag;
    __builtin_va_start(arguments, format);
    vsyslog(priority, format, arguments);
    __builtin_va_end(arguments);
}
