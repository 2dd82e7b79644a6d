//@ check: null-pointer line=@bug
// The address of a member of nothing is small, but not zero.
#include <stddef.h>

struct s { int a[100]; int b; };
struct s *volatile p = NULL;

int main(void) {
    p->b = 1; /*@bug*/
    return 0;
}
