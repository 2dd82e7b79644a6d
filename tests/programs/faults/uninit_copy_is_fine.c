//@ check: safe executions=1
// Nothing depends on the padding and on the field that was never set.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct s { char a; int b, c; };

int main(void) {
    struct s *p = malloc(sizeof *p), q;
    p->a = 1;
    p->b = 2;
    q = *p;
    struct s r;
    memcpy(&r, &q, sizeof r);
    assert(r.a == 1 && r.b == 2);
    free(p);
    return 0;
}
