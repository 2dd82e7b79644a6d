//@ check --symbolic: safe executions=13
//@ check --symbolic --explorer naive: safe
// Text is read by what its characters are: a space, a sign, a digit, the end, or something else. Of
// two there is: nothing; a space, and then nothing, another one, a sign, a digit, something else; a
// sign, and then nothing, a digit, something else; a digit, and then the same; something else.
#include <assert.h>
#include <stdio.h>
void klee_make_symbolic(void *, unsigned long, const char *);

int main(void) {
    char text[3];
    klee_make_symbolic(text, 2, "text");
    text[2] = 0;
    int number = 0, count = sscanf(text, "%d", &number);
    assert(count == 1 || number == 0);
    assert(number >= -9 && number <= 99);
#ifdef FOUND
    assert(number != FOUND); /*@found*/
#endif
    return 0;
}
