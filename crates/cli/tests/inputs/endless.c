int main(void) {
    volatile int i = 0;
    for (;;)
        i = i + 1;
    return i;
}
