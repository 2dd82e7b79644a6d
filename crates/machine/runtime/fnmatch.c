/* Patterns of file names, in the C locale. */
#include "tb.h"

enum { PATHNAME = 1, NOESCAPE = 2, PERIOD = 4, LEADING_DIR = 8, CASEFOLD = 16, EXTMATCH = 32, NO_MATCH = 1 };

void __tb_unsupported_fnmatch(void);
int strncmp(const char *a, const char *b, size_t n);
int isalpha(int c), isdigit(int c), isalnum(int c), isupper(int c), islower(int c), isspace(int c), isblank(int c),
    ispunct(int c), isprint(int c), isgraph(int c), iscntrl(int c), isxdigit(int c);

static const struct {
    char name[8];
    int (*has)(int);
} classes[] = {
    {"alpha", isalpha}, {"digit", isdigit}, {"alnum", isalnum}, {"upper", isupper}, {"lower", islower},
    {"space", isspace}, {"blank", isblank}, {"punct", ispunct}, {"print", isprint}, {"graph", isgraph},
    {"cntrl", iscntrl}, {"xdigit", isxdigit},
};

static int folded(int c, int flags)
{
    return flags & CASEFOLD && c >= 'A' && c <= 'Z' ? c + 32 : c;
}

/* [:name:] at *pattern: whether it has `c`; -1 if that is none, and else *pattern is behind it. */
static int in_class(const char **pattern, int c)
{
    const char *name = *pattern + 2;
    size_t n = 0;
    if ((*pattern)[1] != ':')
        return -1;
    while (name[n] >= 'a' && name[n] <= 'z')
        n++;
    if (name[n] != ':' || name[n + 1] != ']' || n > 6)
        return -1;
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (strncmp(classes[i].name, name, n) == 0 && !classes[i].name[n]) {
            *pattern = name + n + 2;
            return classes[i].has(c) != 0;
        }
    return -1;
}

static int one(const char **pattern, int flags)
{
    if (**pattern == '\\' && !(flags & NOESCAPE) && (*pattern)[1])
        ++*pattern;
    return (unsigned char)*(*pattern)++;
}

/* The brackets that begin before *pattern: whether they have `c`; -1 if they have no end. */
static int in_brackets(const char **pattern, int c, int flags)
{
    const char *p = *pattern;
    int inverted = *p == '!' || *p == '^', found = 0;
    p += inverted;
    const char *first = p;
    while (*p != ']' || p == first) {
        if (!*p)
            return -1;
        if (*p == '[') {
            int in = in_class(&p, c);
            if (in < 0 && flags & CASEFOLD && c >= 'A' && c <= 'Z')
                in = in_class(&p, c + 32);
            if (in >= 0) {
                found |= in;
                continue;
            }
        }
        int low = one(&p, flags), high = low;
        if (*p == '-' && p[1] && p[1] != ']') {
            p++;
            high = one(&p, flags);
        }
        int folds = folded(c, flags);
        found |= (folds >= folded(low, flags) && folds <= folded(high, flags)) || (c >= low && c <= high);
    }
    *pattern = p + 1;
    return found != inverted;
}

/* Whether a period at `s` needs one in the pattern. */
static int is_leading(const char *s, const char *start, int flags)
{
    return *s == '.' && flags & PERIOD && (s == start || (flags & PATHNAME && s[-1] == '/'));
}

static int match(const char *pattern, const char *s, const char *start, int flags)
{
    while (*pattern) {
        int c = (unsigned char)*s;
        if (*pattern == '*') {
            if (is_leading(s, start, flags))
                return NO_MATCH;
            while (*pattern == '*')
                pattern++;
            for (;; s++) {
                if (match(pattern, s, start, flags) == 0)
                    return 0;
                if (!*s || (*s == '/' && flags & PATHNAME))
                    return NO_MATCH;
            }
        }
        if (*pattern == '?') {
            if (!c || (c == '/' && flags & PATHNAME) || is_leading(s, start, flags))
                return NO_MATCH;
            pattern++;
        } else if (*pattern == '[') {
            const char *in = pattern + 1;
            int found = c && !is_leading(s, start, flags) && !(c == '/' && flags & PATHNAME) ? in_brackets(&in, c, flags) : 0;
            if (found == 0 || (found < 0 && c != '['))
                return NO_MATCH;
            pattern = found < 0 ? pattern + 1 : in;
        } else if (folded(one(&pattern, flags), flags) != folded(c, flags)) {
            return NO_MATCH;
        }
        s++;
    }
    return !*s || (*s == '/' && flags & LEADING_DIR) ? 0 : NO_MATCH;
}

int fnmatch(const char *pattern, const char *s, int flags)
{
    if (flags & EXTMATCH)
        __tb_unsupported_fnmatch();
    return match(pattern, s, s, flags);
}
