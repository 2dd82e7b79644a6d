//@ check --explorer prefix: assertion line=@broken
// As bakery_forever.c, without the wait for who still chooses a ticket.
#define MISTAKE
#include "bakery_forever.c"
