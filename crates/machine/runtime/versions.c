/* Comparing versions. */
#include "tb.h"

/* Numbers within texts are compared as numbers, or, if they begin with zeros, as fractions. By state (in no number, in a whole number, in a
 * fraction, in the zeros before one), and by the kind of the character (none, another digit, zero). */
int strverscmp(const char *a, const char *b)
{
    enum { CHARACTERS = 2, LENGTHS = 3 };
    static const unsigned char next[12] = {0, 3, 9, 0, 3, 3, 0, 6, 6, 0, 6, 9};
    static const signed char results[36] = {2, 2,  2,  2, 3, 2, 2, 2, 2, 2, -1, -1, 1,  3, 3, 1,  3, 3,
                                            2, 2,  2,  2, 2, 2, 2, 2, 2, 2, 1,  1,  -1, 2, 2, -1, 2, 2};
#define KIND(c) (((c) == '0') + ((unsigned)(c) - '0' < 10))
    int state = KIND(*a), difference;
    while ((difference = (unsigned char)*a - (unsigned char)*b) == 0) {
        if (!*a)
            return 0;
        a++, b++;
        state = next[state] + KIND(*a);
    }
    int result = results[3 * state + KIND(*b)];
    if (result == CHARACTERS)
        return difference;
    if (result != LENGTHS)
        return result;
    do {
        a++, b++;
        if (KIND(*a) && !KIND(*b))
            return 1;
    } while (KIND(*a));
    return KIND(*b) ? -1 : difference;
#undef KIND
}
