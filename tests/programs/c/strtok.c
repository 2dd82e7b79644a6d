//@ check: safe executions=1
#include <assert.h>
#include <string.h>

int main(void) {
    char line[] = "one two  three", *save;
    assert(strcmp(strtok_r(line, " ", &save), "one") == 0);
    assert(strcmp(strtok_r(NULL, " ", &save), "two") == 0);
    assert(strcmp(strtok_r(NULL, " ", &save), "three") == 0);
    assert(strtok_r(NULL, " ", &save) == NULL);
    return 0;
}
