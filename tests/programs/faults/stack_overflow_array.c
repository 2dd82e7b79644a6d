//@ check: stack-overflow line=@bug|@first|@call
static int f(int n) {
    char big[1 << 20]; /*@bug*/
    big[n] = (char)n; /*@first*/
    return n == 0 ? big[0] : f(n - 1) + big[n]; /*@call*/
}

int main(void) {
    return f(200);
}
