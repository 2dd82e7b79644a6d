// `helper` is declared nowhere: see ../inputs.rs.
int main(void) {
    int x = helper(3);
    return x - 3;
}

int helper(int x) { return x; }
