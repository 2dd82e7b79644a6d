//@ check: safe executions=1
//@ cflags: -O1
// The compiler may copy and compare memory in pieces of any size.
#include <assert.h>
#include <string.h>

struct record { char name[12]; short id; };
volatile char letter = 'q';

int main(void) {
    struct record a = {"abcdefghijk", 7}, b;
    memcpy(&b, &a, sizeof b);
    assert(memcmp(&a, &b, sizeof a) == 0);
    b.name[5] = letter;
    assert(memcmp(&a, &b, sizeof a) != 0 && strcmp(b.name, "abcdeqghijk") == 0);
    return 0;
}
