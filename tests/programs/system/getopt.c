//@ cflags: -D_GNU_SOURCE
//@ check: safe executions=1 output="v n=5 long=9 o=file ?x | a b -z\n"
// Words that are no options go to the end; what comes after -- is no option. Values by running it natively.
#include <getopt.h>
#include <stdio.h>

int main(void) {
    char *argv[] = {"p", "a", "-vn5", "--long", "9", "b", "--out=file", "-x", "--", "-z", NULL};
    int argc = 10, c;
    const struct option longs[] = {{"long", required_argument, NULL, 'l'}, {"out", required_argument, NULL, 'o'}, {0}};
    opterr = 0;
    while ((c = getopt_long(argc, argv, "vn:", longs, NULL)) != -1)
        switch (c) {
        case 'v':
            printf("v ");
            break;
        case 'n':
            printf("n=%s ", optarg);
            break;
        case 'l':
            printf("long=%s ", optarg);
            break;
        case 'o':
            printf("o=%s ", optarg);
            break;
        case '?':
            printf("?%c ", optopt);
        }
    printf("|");
    for (; optind < argc; optind++)
        printf(" %s", argv[optind]);
    printf("\n");
    return 0;
}
