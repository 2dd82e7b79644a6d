//@ check: incomplete unsupported="vector of more than 8 bytes as a variable argument"
typedef float four __attribute__((vector_size(16)));

static int count(int n, ...) { return n; }

int main(void) {
    four v = {1, 2, 3, 4};
    return count(0, v);
}
