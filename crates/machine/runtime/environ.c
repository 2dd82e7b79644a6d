/* The environment: what --env says, and what the program makes of it. Reading it while another thread changes it is a data race, as
 * in glibc. */
#include "tb.h"

#define MOST 64
#define ROOM 8192

/* The machine lets this point to the variables given with --env. */
char **environ;

/* The variables once something was changed, and the text of those that were set: never freed, so that getenv's results stay. */
static char *__tb_environ_table[MOST + 1];
static char __tb_environ_texts[ROOM];
static size_t __tb_environ_used;

void __tb_unsupported_environment(void);

static size_t length(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

/* The place of a variable among all, or that of the end. */
static char **find(const char *name, size_t n)
{
    char **at = environ;
    for (; at && *at; at++) {
        size_t i = 0;
        while (i < n && (*at)[i] == name[i])
            i++;
        if (i == n && (*at)[n] == '=')
            break;
    }
    return at;
}

char *getenv(const char *name)
{
    size_t n = length(name);
    char **at = find(name, n);
    return at && *at ? *at + n + 1 : NULL;
}

char *secure_getenv(const char *name)
{
    return getenv(name);
}

/* The variables are in a table that can be changed; false if they do not fit. */
static int own(void)
{
    size_t count = 0;
    if (environ == __tb_environ_table)
        return 1;
    for (; environ && environ[count]; count++) {
        if (count == MOST)
            return 0;
        __tb_environ_table[count] = environ[count];
    }
    __tb_environ_table[count] = NULL;
    environ = __tb_environ_table;
    return 1;
}

static int put(char *text, size_t n)
{
    if (!own()) {
        __tb_unsupported_environment();
        return -1;
    }
    char **at = find(text, n);
    if (!*at) {
        if (at == __tb_environ_table + MOST) {
            __tb_unsupported_environment();
            return -1;
        }
        at[1] = NULL;
    }
    *at = text;
    return 0;
}

static int invalid(const char *name)
{
    size_t n = name ? length(name) : 0;
    for (size_t at = 0; at < n; at++)
        if (name[at] == '=')
            n = 0;
    if (n)
        return 0;
    errno = EINVAL;
    return -1;
}

int unsetenv(const char *name)
{
    if (invalid(name))
        return -1;
    if (!own()) {
        __tb_unsupported_environment();
        return -1;
    }
    char **at = find(name, length(name));
    for (; *at; at++)
        *at = at[1];
    return 0;
}

int setenv(const char *name, const char *value, int overwrite)
{
    if (invalid(name))
        return -1;
    if (!overwrite && getenv(name))
        return 0;
    size_t n = length(name), m = length(value);
    if (__tb_environ_used + n + m + 2 > ROOM) {
        __tb_unsupported_environment();
        return -1;
    }
    char *text = __tb_environ_texts + __tb_environ_used;
    __tb_environ_used += n + m + 2;
    __builtin_memcpy(text, name, n);
    text[n] = '=';
    __builtin_memcpy(text + n + 1, value, m + 1);
    return put(text, n);
}

/* The string itself becomes part of the environment. */
int putenv(char *text)
{
    size_t n = 0;
    while (text[n] && text[n] != '=')
        n++;
    return text[n] ? put(text, n) : unsetenv(text);
}

int clearenv(void)
{
    __tb_environ_table[0] = NULL;
    environ = __tb_environ_table;
    return 0;
}
