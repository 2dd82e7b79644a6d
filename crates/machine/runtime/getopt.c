/* getopt and getopt_long, as glibc's: words that are no options are moved behind the options, unless the list of options begins
 * with + or POSIXLY_CORRECT is set. */
#include "tb.h"

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

struct option {
    const char *name;
    int has_arg; /* 0 no, 1 required, 2 optional */
    int *flag;
    int val;
};

/* Where in a word of several options we are, and the words that were skipped. */
static const char *__tb_rest;
static int __tb_first_skipped, __tb_last_skipped;

int dprintf(int descriptor, const char *format, ...);
char *getenv(const char *name);
int strcmp(const char *a, const char *b);

static size_t length(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

/* Brings the words that were skipped behind those between them and `optind`. */
static void exchange(char **argv)
{
    for (int at = __tb_last_skipped; at < optind; at++) {
        char *word = argv[at];
        int to = at - (__tb_last_skipped - __tb_first_skipped);
        for (int from = at; from > to; from--)
            argv[from] = argv[from - 1];
        argv[to] = word;
    }
    __tb_first_skipped += optind - __tb_last_skipped;
    __tb_last_skipped = optind;
}

static int is_option(const char *word)
{
    return word[0] == '-' && word[1];
}

static int complain(const char **argv, const char *options, const char *what, const char *word, size_t n)
{
    if (opterr && options[0] != ':')
        dprintf(2, "%s: %s '%.*s'\n", argv[0], what, (int)n, word);
    return '?';
}

static int long_option(int argc, char **argv, const char *options, const struct option *longs, int *index,
                       const char *word, int dashes)
{
    size_t n = 0, found = 0;
    while (word[n] && word[n] != '=')
        n++;
    const struct option *chosen = NULL;
    int exact = 0;
    for (const struct option *option = longs; option->name; option++) {
        size_t at = 0;
        while (at < n && option->name[at] == word[at])
            at++;
        if (at < n)
            continue;
        if (length(option->name) == n) {
            chosen = option;
            exact = 1;
            break;
        }
        if (!chosen || chosen->has_arg != option->has_arg || chosen->flag != option->flag || chosen->val != option->val)
            found++;
        if (!chosen)
            chosen = option;
    }
    const char **names = (const char **)argv;
    size_t whole = n + dashes;
    if (!chosen || (!exact && found > 1)) {
        optind++;
        __tb_rest = NULL;
        optopt = 0;
        return complain(names, options, chosen ? "ambiguous option" : "unrecognized option", word - dashes, whole);
    }
    optind++;
    __tb_rest = NULL;
    optarg = NULL;
    if (word[n] == '=') {
        if (!chosen->has_arg) {
            optopt = chosen->val;
            return complain(names, options, "no argument is allowed for option", word - dashes, whole);
        }
        optarg = (char *)word + n + 1;
    } else if (chosen->has_arg == 1) {
        if (optind >= argc) {
            optopt = chosen->val;
            complain(names, options, "an argument is required for option", word - dashes, whole);
            return options[0] == ':' || ((options[0] == '+' || options[0] == '-') && options[1] == ':') ? ':' : '?';
        }
        optarg = argv[optind++];
    }
    if (index)
        *index = (int)(chosen - longs);
    if (!chosen->flag)
        return chosen->val;
    *chosen->flag = chosen->val;
    return 0;
}

static int next(int argc, char **argv, const char *options, const struct option *longs, int *index, int only)
{
    if (argc < 1)
        return -1;
    optarg = NULL;
    if (optind == 0 || !__tb_rest) {
        if (optind == 0)
            optind = 1;
        if (optind == 1)
            __tb_first_skipped = __tb_last_skipped = 1;
    }
    if (!__tb_rest || !*__tb_rest) {
        int posix = options[0] == '+' || getenv("POSIXLY_CORRECT") != NULL, in_order = options[0] == '-';
        __tb_rest = NULL;
        if (__tb_last_skipped > optind)
            __tb_last_skipped = optind;
        if (__tb_first_skipped > optind)
            __tb_first_skipped = optind;
        if (__tb_first_skipped != __tb_last_skipped && __tb_last_skipped != optind)
            exchange(argv);
        else if (__tb_last_skipped != optind)
            __tb_first_skipped = optind;
        if (!posix && !in_order) {
            while (optind < argc && !is_option(argv[optind]))
                optind++;
            __tb_last_skipped = optind;
        }
        if (optind < argc && strcmp(argv[optind], "--") == 0) {
            optind++;
            if (__tb_first_skipped != __tb_last_skipped && __tb_last_skipped != optind)
                exchange(argv);
            else if (__tb_first_skipped == __tb_last_skipped)
                __tb_first_skipped = optind;
            __tb_last_skipped = argc;
            optind = argc;
        }
        if (optind >= argc) {
            if (__tb_first_skipped != __tb_last_skipped)
                optind = __tb_first_skipped;
            return -1;
        }
        if (!is_option(argv[optind])) {
            if (!in_order)
                return -1;
            optarg = argv[optind++];
            return 1;
        }
        char *word = argv[optind];
        if (longs && word[1] == '-')
            return long_option(argc, argv, options, longs, index, word + 2, 2);
        if (longs && only && word[2])
            return long_option(argc, argv, options, longs, index, word + 1, 1);
        __tb_rest = word + 1;
    }
    char c = *__tb_rest++;
    const char *listed = options;
    if (*listed == '+' || *listed == '-')
        listed++;
    int quiet = *listed == ':';
    const char *at = listed + quiet;
    while (*at && *at != c)
        at++;
    if (!*__tb_rest)
        optind++;
    if (!*at || c == ':' || c == ';') {
        optopt = c;
        return complain((const char **)argv, listed, "invalid option --", &c, 1);
    }
    if (at[1] != ':')
        return c;
    if (*__tb_rest) {
        optarg = (char *)__tb_rest;
        optind++;
    } else if (at[2] != ':') {
        if (optind >= argc) {
            optopt = c;
            complain((const char **)argv, listed, "option requires an argument --", &c, 1);
            __tb_rest = NULL;
            return quiet ? ':' : '?';
        }
        optarg = argv[optind++];
    }
    __tb_rest = NULL;
    return c;
}

int getopt(int argc, char *const argv[], const char *options)
{
    return next(argc, (char **)argv, options, NULL, NULL, 0);
}

int __posix_getopt(int argc, char *const argv[], const char *options)
{
    return next(argc, (char **)argv, options, NULL, NULL, 0);
}

int getopt_long(int argc, char *const argv[], const char *options, const struct option *longs, int *index)
{
    return next(argc, (char **)argv, options, longs, index, 0);
}

int getopt_long_only(int argc, char *const argv[], const char *options, const struct option *longs, int *index)
{
    return next(argc, (char **)argv, options, longs, index, 1);
}
