//@ check: error
int main(void) { return undeclared; }
