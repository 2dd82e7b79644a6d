//@ check: incomplete unsupported=mystery
// A variable that no file defines.
extern int mystery;

int main(void) {
    return mystery == 3;
}
