//@ check --symbolic --symbolic-stdin 3: assertion line=@found
//@ check --symbolic --symbolic-stdin 2: safe
//@ check --symbolic --symbolic-stdin 0: safe
// A command is read: "q" and two digits that make 42. With two bytes there is no such command.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int command = getchar(), tens = getchar(), ones = getchar();
    if (ones == EOF)
        return 0;
    if (command == 'q' && tens >= '0' && tens <= '9' && ones >= '0' && ones <= '9')
        assert((tens - '0') * 10 + ones - '0' != 42); /*@found*/
    return 0;
}
