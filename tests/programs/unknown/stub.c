//@ check --stub mystery=3: safe executions=1
//@ check --stub mystery=4: assertion line=@bug
//@ check: incomplete unsupported=mystery
#include <assert.h>
extern int mystery(int);

int main(void) {
    assert(mystery(7) == 3); /*@bug*/
    return 0;
}
