//@ check: safe executions=1
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char b[32];
    assert(strlen("") == 0 && strlen("hello") == 5 && strnlen("hello", 3) == 3);
    strcpy(b, "hello");
    assert(strcmp(b, "hello") == 0 && strcmp("a", "b") < 0 && strcmp("ab", "a") > 0 && strncmp("abc", "abd", 2) == 0);
    strcat(b, " world");
    assert(strcmp(b, "hello world") == 0);
    strncat(b, "!!!", 1);
    assert(strcmp(b, "hello world!") == 0);
    memset(b, 'z', sizeof b);
    strncpy(b, "ab", 4);
    assert(b[1] == 'b' && b[2] == 0 && b[3] == 0 && b[4] == 'z');
    const char *s = "a,b,,c";
    assert(strchr(s, ',') == s + 1 && strrchr(s, ',') == s + 4 && strchr(s, 'x') == NULL && strchr(s, 0) == s + 6);
    assert(strstr(s, ",,") == s + 3 && strstr(s, "") == s && strstr(s, "zz") == NULL);
    assert(strspn("aab", "a") == 2 && strcspn("aab", "b") == 2 && strpbrk(s, "cb") == s + 2);
    char *copy = strdup("dup");
    assert(strcmp(copy, "dup") == 0);
    free(copy);
    return 0;
}
