/* The parts of the names of files. */
#include "tb.h"

/* GNU's: what is behind the last slash. */
char *basename(const char *path)
{
    const char *name = path;
    for (; *path; path++)
        if (*path == '/')
            name = path + 1;
    return (char *)name;
}

/* POSIX': slashes at the end are taken away. */
char *__xpg_basename(char *path)
{
    if (!path || !*path)
        return (char *)".";
    char *end = path;
    while (*end)
        end++;
    while (end > path + 1 && end[-1] == '/')
        *--end = 0;
    return end == path + 1 ? path : basename(path);
}

char *dirname(char *path)
{
    char *end = path;
    if (!path)
        return (char *)".";
    while (*end)
        end++;
    while (end > path + 1 && end[-1] == '/')
        end--;
    while (end > path && end[-1] != '/')
        end--;
    if (end == path)
        return (char *)".";
    while (end > path + 1 && end[-1] == '/')
        end--;
    /* Two slashes alone at the beginning stay, as in glibc. */
    if (end == path + 1 && path[0] == '/' && path[1] == '/' && path[2] != '/')
        end++;
    *end = 0;
    return path;
}
