//@ check: out-of-bounds line=@here message="`snprintf` writes over a text that it prints"
// C11 7.21.6.5: what is printed must not overlap where it goes. Here the text before is gone, or comes twice.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[32] = "a", other[32];
    snprintf(line + strlen(line), sizeof line - strlen(line), " %d", 1);
    snprintf(other, sizeof other, "%s %.1s", line, line + 2);
    snprintf(line, sizeof line, "%s %d", line, 2); /*@here*/
    return 0;
}
