//@ check: assertion line=@here
// It does not look whether the owner has died.
#define FORGETS
#include "robust.c"
