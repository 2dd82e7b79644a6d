int main(void) {
    unsigned long x = 1; /* It comes back to a number after 2^64 rounds. */
    while (x | 1)
        x = x * 6364136223846793005u + 1442695040888963407u;
    return 0;
}
