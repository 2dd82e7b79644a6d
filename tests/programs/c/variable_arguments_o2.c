//@ cflags: -O2
//@ check: safe executions=1 output="31.5\n136.5\n123.5\n79\n1 2.500000 abc x 9 1 2 3 4 5 6 7 8 9\n    1|3.14|ab    |\n"
// The same, optimised.
#include "variable_arguments.c"
