//@ check: use-after-free|invalid-pointer line=@bug
// The frame is gone.
static int *keep;

static void f(void) {
    int local = 3;
    keep = &local;
    *keep = 4;
}

int main(void) {
    f();
    return *keep; /*@bug*/
}
