//@ check: safe executions=1
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[8];
    assert(snprintf(b, sizeof b, "%d-%d", 12, 34) == 5 && strcmp(b, "12-34") == 0);
    assert(snprintf(b, sizeof b, "%s", "much too long") == 13 && strcmp(b, "much to") == 0);
    assert(snprintf(NULL, 0, "%05.1f", 2.25) == 5);
    assert(sprintf(b, "%c%c", 'x', 'y') == 2 && strcmp(b, "xy") == 0);
    return 0;
}
