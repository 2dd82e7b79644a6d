/* scanf and its kin, in the C locale. */
#include "input.h"

double strtod(const char *s, char **end);
float strtof(const char *s, char **end);
void __tb_unsupported_scanf(void);

/* Where characters come from: a string, or a stream. */
struct source {
    const char *text;
    long count;
    FILE *stream;
};

static int take(struct source *from)
{
    int c;
    if (!from->text)
        c = __tb_input_next(from->stream);
    else if (*from->text)
        c = (unsigned char)*from->text++;
    else
        c = -1;
    from->count += c >= 0;
    return c;
}

static void give_back(struct source *from, int c)
{
    if (c < 0)
        return;
    from->count--;
    if (from->text)
        from->text--;
    else
        __tb_input_return(from->stream, c);
}

static int skip_spaces(struct source *from)
{
    int c;
    while (is_space(c = take(from)))
        ;
    give_back(from, c);
    return c;
}

/* The sizes of integers. */
enum size { CHAR, SHORT, INT, LONG, LONG_LONG };

static void store(void *to, enum size size, unsigned long long value)
{
    switch (size) {
    case CHAR:
        *(unsigned char *)to = (unsigned char)value;
        break;
    case SHORT:
        *(unsigned short *)to = (unsigned short)value;
        break;
    case INT:
        *(unsigned *)to = (unsigned)value;
        break;
    case LONG:
        *(unsigned long *)to = (unsigned long)value;
        break;
    case LONG_LONG:
        *(unsigned long long *)to = value;
    }
}

/* An integer of at most `width` characters, and at most `most` if it is signed; false if there is none. */
static int integer(struct source *from, int base, int is_signed, unsigned long long most, long width,
                   unsigned long long *value)
{
    int c = take(from), negative = 0, any = 0, overflow = 0;
    unsigned long long sum = 0;
    if (width > 1 && is_sign(c)) {
        negative = c == '-';
        c = take(from);
        width--;
    }
    if ((base == 0 || base == 16) && c == '0') {
        any = 1;
        c = take(from);
        width--;
        if ((c == 'x' || c == 'X') && width > 0) {
            /* As glibc, 0x without a digit is 0. */
            base = 16;
            c = take(from);
            width--;
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    for (int d; width > 0 && (d = digit_of(c, base)) < base; c = take(from), width--) {
        overflow |= __builtin_umulll_overflow(sum, (unsigned long long)base, &sum);
        overflow |= __builtin_uaddll_overflow(sum, (unsigned long long)d, &sum);
        any = 1;
    }
    give_back(from, c);
    if (is_signed && (overflow || sum > most + (unsigned)negative))
        *value = negative ? -most - 1 : most;
    else if (!is_signed && (overflow || sum > 2 * most + 1))
        *value = 2 * most + 1;
    else
        *value = (sum ^ -(unsigned long long)negative) + (unsigned long long)negative;
    return any;
}

/* The text of a floating-point number, and how many characters more may be read. */
struct number {
    char *to;
    int length, room;
    long width;
};

static void add(struct number *number, int c)
{
    if (number->length < number->room - 1)
        number->to[number->length++] = (char)c;
}

/* The next character; -1 if no more may be read. */
static int next(struct source *from, struct number *number)
{
    if (number->width == 0)
        return -1;
    number->width--;
    return take(from);
}

/* The rest of a word, of which `c` is the next character; false if it is another one. */
static int rest_of(struct source *from, struct number *number, int c, const char *word)
{
    for (;; c = next(from, number)) {
        if ((c | 32) != *word) {
            give_back(from, c);
            return 0;
        }
        add(number, c);
        if (!*++word)
            return 1;
    }
}

/* inf, infinity or nan, which `c` begins. */
static int special(struct source *from, struct number *number, int c)
{
    if ((c | 32) == 'n')
        return rest_of(from, number, c, "nan");
    if (!rest_of(from, number, c, "inf"))
        return 0;
    c = next(from, number);
    if ((c | 32) == 'i')
        return rest_of(from, number, c, "inity");
    give_back(from, c);
    return 1;
}

/* Digits, a point and an exponent, which `c` begins: as far as it looks like a number. False if that is nothing. */
static int digits(struct source *from, struct number *number, int c)
{
    int begin = number->length, any = 0, point = 0, exponent = 0, hex = 0, last = 0;
    if (c == '0' && number->width > 0) {
        add(number, c);
        c = next(from, number);
        if (number->width > 0 && (c == 'x' || c == 'X')) {
            add(number, c);
            hex = 1;
            c = next(from, number);
        } else {
            any = 1;
        }
    }
    for (; c >= 0; c = next(from, number)) {
        int is_e = 0;
        if (digit(c) < 10 || (hex && !exponent && digit(c) < 16))
            any = 1;
        else if ((c == '+' || c == '-') && last)
            ;
        else if (any && !exponent && (c | 32) == (hex ? 'p' : 'e'))
            is_e = exponent = point = 1;
        else if (c == '.' && !point)
            point = 1;
        else
            break;
        last = is_e;
        add(number, c);
    }
    give_back(from, c);
    return number->length > begin + 2 * hex;
}

/* What glibc takes for a floating-point number; its length, 0 if there is none. */
static int floating(struct source *from, long width, char *to, int room)
{
    struct number number = {to, 0, room, width};
    int c = next(from, &number);
    if (c == '+' || c == '-') {
        add(&number, c);
        c = next(from, &number);
    }
    int is_word = (c | 32) == 'n' || (c | 32) == 'i';
    int found = is_word ? special(from, &number, c) : digits(from, &number, c);
    to[number.length] = 0;
    return found ? number.length : 0;
}

/* The characters of [...] as a set; gives what comes after it. */
static const char *set_of(const char *format, unsigned char *set)
{
    int inverted = *format == '^';
    format += inverted;
    __builtin_memset(set, inverted, 256);
    const char *first = format;
    for (; *format && (*format != ']' || format == first); format++) {
        unsigned char low = (unsigned char)*format, high = low;
        if (format[1] == '-' && format[2] && format[2] != ']') {
            high = (unsigned char)format[2];
            format += 2;
        }
        for (int c = low; c <= high; c++)
            set[c] = !inverted;
    }
    return *format ? format + 1 : format;
}

static int scan(struct source *from, const char *format, __builtin_va_list args)
{
    int assigned = 0;
    for (; *format; format++) {
        if (is_space((unsigned char)*format)) {
            skip_spaces(from);
            continue;
        }
        if (*format != '%' || format[1] == '%') {
            if (*format == '%') {
                skip_spaces(from);
                format++;
            }
            int c = take(from);
            if (c == (unsigned char)*format)
                continue;
            give_back(from, c);
            return c < 0 && assigned == 0 ? -1 : assigned;
        }
        format++;
        int dropped = *format == '*';
        format += dropped;
        long width = 0;
        for (; digit((unsigned char)*format) < 10; format++)
            width = width * 10 + digit((unsigned char)*format);
        if (*format == '$' || *format == 'm' || *format == 'L') {
            __tb_unsupported_scanf();
            return -1;
        }
        enum size size = INT;
        for (;; format++) {
            if (*format == 'h')
                size = size == SHORT ? CHAR : SHORT;
            else if (*format == 'j' || (*format == 'l' && size == LONG))
                size = LONG_LONG;
            else if (*format == 'l' || *format == 'z' || *format == 't')
                size = LONG;
            else
                break;
        }
        char kind = *format;
        if (kind == 'n') {
            if (!dropped)
                store(__builtin_va_arg(args, void *), size, (unsigned long long)from->count);
            continue;
        }
        int c = kind == 'c' || kind == '[' ? 0 : skip_spaces(from);
        if (kind == 'c' || kind == '[') {
            c = take(from);
            give_back(from, c);
        }
        if (c < 0)
            return assigned ? assigned : -1;
        void *to = dropped ? NULL : __builtin_va_arg(args, void *);
        unsigned long long value;
        int base = 10;
        switch (kind) {
        case 'i':
            base = 0;
            goto number;
        case 'o':
            base = 8;
            goto number;
        case 'x':
        case 'X':
            base = 16;
            goto number;
        case 'p':
            base = 16;
            size = LONG;
            goto number;
        case 'd':
        case 'u':
        number:
            if (!integer(from, base, kind == 'd' || kind == 'i', size == LONG_LONG ? LLONG_MAX : LONG_MAX,
                         width ? width : INT_MAX, &value))
                return assigned;
            if (to)
                store(to, size, value);
            break;
        case 'a':
        case 'A':
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G': {
            char text[128], *end;
            int n = floating(from, width ? width : INT_MAX, text, sizeof text);
            double wide = strtod(text, &end);
            if (n == 0 || end == text)
                return assigned;
            if (to && size >= LONG)
                *(double *)to = wide;
            else if (to)
                *(float *)to = strtof(text, &end);
            break;
        }
        case 's':
        case 'c':
        case '[': {
            unsigned char set[256];
            char *text = to;
            long n = 0;
            if (size >= LONG) {
                __tb_unsupported_scanf();
                return -1;
            }
            if (kind == '[')
                format = set_of(format + 1, set) - 1;
            if (width == 0)
                width = kind == 'c' ? 1 : LONG_MAX;
            while (n < width && (c = take(from)) >= 0) {
                if (kind == 's' ? is_space(c) : kind == '[' && !set[c]) {
                    give_back(from, c);
                    break;
                }
                if (text)
                    text[n] = (char)c;
                n++;
            }
            if (n == 0)
                return assigned;
            if (text && kind != 'c')
                text[n] = 0;
            break;
        }
        default:
            return assigned;
        }
        assigned += !dropped;
    }
    return assigned;
}

int vsscanf(const char *text, const char *format, __builtin_va_list args)
{
    struct source from = {text, 0, NULL};
    return scan(&from, format, args);
}

/* As glibc, it fails before it takes the lock of what cannot be read. (Where that may change, it needs the lock to know.) */
static int is_readable(FILE *stream)
{
    if (!__tb_is_input(stream)) {
        if (stream->what == IN_MEMORY)
            __tb_pass(stream);
        return 0;
    }
    if (!tb_is_buffered(stream) || __tb_is_replaced() || stream->may & READABLE)
        return 1;
    errno = 9; /* EBADF */
    return 0;
}

int vfscanf(FILE *stream, const char *format, __builtin_va_list args)
{
    struct source from = {NULL, 0, stream};
    if (!is_readable(stream))
        return -1;
    __tb_input_lock(stream);
    int assigned = scan(&from, format, args);
    __tb_input_unlock(stream);
    return assigned;
}

int vscanf(const char *format, __builtin_va_list args)
{
    return vfscanf(stdin, format, args);
}

#define VARIANTS(name, parameters, last, call)                                                                         \
    int name parameters                                                                                                \
    {                                                                                                                  \
        __builtin_va_list args;                                                                                        \
        __builtin_va_start(args, last);                                                                                \
        int result = call;                                                                                             \
        __builtin_va_end(args);                                                                                        \
        return result;                                                                                                 \
    }

/* The headers rename these, depending on the standard that is asked for. */
VARIANTS(sscanf, (const char *text, const char *format, ...), format, vsscanf(text, format, args))
VARIANTS(__isoc99_sscanf, (const char *text, const char *format, ...), format, vsscanf(text, format, args))
VARIANTS(__isoc23_sscanf, (const char *text, const char *format, ...), format, vsscanf(text, format, args))
VARIANTS(fscanf, (FILE * stream, const char *format, ...), format, vfscanf(stream, format, args))
VARIANTS(__isoc99_fscanf, (FILE * stream, const char *format, ...), format, vfscanf(stream, format, args))
VARIANTS(__isoc23_fscanf, (FILE * stream, const char *format, ...), format, vfscanf(stream, format, args))
VARIANTS(scanf, (const char *format, ...), format, vfscanf(stdin, format, args))
VARIANTS(__isoc99_scanf, (const char *format, ...), format, vfscanf(stdin, format, args))
VARIANTS(__isoc23_scanf, (const char *format, ...), format, vfscanf(stdin, format, args))

int __isoc99_vsscanf(const char *text, const char *format, __builtin_va_list args)
{
    return vsscanf(text, format, args);
}

int __isoc23_vsscanf(const char *text, const char *format, __builtin_va_list args)
{
    return vsscanf(text, format, args);
}

int __isoc99_vscanf(const char *format, __builtin_va_list args)
{
    return vscanf(format, args);
}

int __isoc23_vscanf(const char *format, __builtin_va_list args)
{
    return vscanf(format, args);
}

int __isoc99_vfscanf(FILE *stream, const char *format, __builtin_va_list args)
{
    return vfscanf(stream, format, args);
}

int __isoc23_vfscanf(FILE *stream, const char *format, __builtin_va_list args)
{
    return vfscanf(stream, format, args);
}
