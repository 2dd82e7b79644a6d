//@ check --symbolic: assertion line=@wrong
//@ check --symbolic --input request="\"GET\"": assertion line=@wrong
//@ check --symbolic --input request="\"GE\"": assertion line=@wrong
//@ check --symbolic --input request="\"GE\\0\"": safe
//@ check --symbolic --input request[2]='T' --input request[0]=71: assertion line=@wrong
//@ check --symbolic --input request[2]=85: safe
//@ check --input request="\"GET\\n\"" --input more="\"abc\"": assertion line=@wrong
//@ check --input request="\"GET\\n\"" --input more="\"abd\"": safe executions=1
//@ check --input request="\"GET\\n\"" --input more[2]=99: assertion line=@wrong
//@ check --symbolic --input request="\"GET\\n\"" --input more[2]=100: safe
//@ check --input request="\"GET\"": assertion line=@wrong
//@ check --symbolic --input request=71,256: incomplete unsupported=--input
// The request is "GET", and what follows "abc". A string stands for its bytes, in order; the others stay input. The bytes of
// `more` are taken one by one, in a loop.
#include <assert.h>
void klee_make_symbolic(void *, unsigned long, const char *);
char __VERIFIER_nondet_char(void);
static char more[3];

int main(void) {
    char request[4];
    klee_make_symbolic(request, sizeof request, "request");
    for (int i = 0; i < 3; i++) {
        more[i] = __VERIFIER_nondet_char();
    }
    int is_get = request[0] == 'G' && request[1] == 'E' && request[2] == 'T';
    if (is_get && more[0] == 'a' && more[1] == 'b') {
        assert(more[2] != 'c'); /*@wrong*/
    }
    return 0;
}
