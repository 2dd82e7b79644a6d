//@ check: incomplete unsupported=mystery
extern int mystery(int);

int main(void) {
    return mystery(3) == 3;
}
