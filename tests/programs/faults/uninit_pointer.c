//@ check: uninitialised-read|invalid-pointer line=@bug
#include <stdlib.h>

struct s { int *p; };

int main(void) {
    struct s *s = malloc(sizeof *s);
    *s->p = 1; /*@bug*/
    free(s);
    return 0;
}
