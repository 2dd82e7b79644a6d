//@ check --stub wrong=0: safe
//@ check --stub wrong=1: out-of-bounds line=@strcpy
//@ check --stub wrong=2: out-of-bounds line=@strlen
//@ check --stub wrong=3: out-of-bounds line=@strcat
//@ check --stub wrong=4: uninitialised-read line=@strcmp
//@ check --stub wrong=5: out-of-bounds line=@memcpy
//@ check --stub wrong=6: out-of-bounds line=@printf
// String functions exactly up to the ends of objects, and one byte beyond.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int wrong(void);

int main(void) {
    int w = wrong();
    char *five = malloc(5), *six = malloc(6), full[4] = {'a', 'b', 'c', 'd'};
    strcpy(six, "hello");
    memcpy(five, six, 5);
    assert(memchr(five, 'o', 5) == five + 4 && memchr(five, 'z', 5) == NULL);
    assert(strnlen(five, 5) == 5 && strncmp(five, six, 5) == 0);
    assert(strlen(six) == 5 && strrchr(six, 'l') == six + 3 && strchr(six, 0) == six + 5);
    assert(snprintf(five, 5, "%s", six) == 5 && strcmp(five, "hell") == 0);
    strncpy(five, "xy", 5);
    assert(five[4] == 0 && memcmp(five, "xy\0\0\0", 5) == 0);
    five[0] = 0;
    strncat(five, "abcdefgh", 4);
    assert(strcmp(five, "abcd") == 0 && strstr(six, "llo") == six + 2 && strspn(six, "eh") == 2);
    memmove(six + 1, six, 5);
    assert(memcmp(six, "hhello", 6) == 0);
    if (w == 1)
        strcpy(five, "12345"); /*@strcpy*/
    if (w == 2)
        return (int)strlen(six); /*@strlen*/
    if (w == 3)
        strcat(five, "e"); /*@strcat*/
    if (w == 4) {
        char *raw = malloc(8);
        raw[0] = 'a';
        if (strcmp(raw, "ab") == 0) /*@strcmp*/
            return 1;
    }
    if (w == 5)
        memcpy(full, "abcde", 5); /*@memcpy*/
    if (w == 6)
        printf("%s", full); /*@printf*/
    free(five);
    free(six);
    return 0;
}
