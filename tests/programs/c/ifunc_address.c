//@ check: incomplete unsupported=ifunc
// The address of an `ifunc` symbol is not known: only calls by its name are resolved.
static int plain(int n) { return n + 1; }
static int (*resolve(void))(int) { return plain; }
int add(int n) __attribute__((ifunc("resolve")));
static int (*const table[])(int) = {add};

int main(void) { return table[0](1) - 2; }
