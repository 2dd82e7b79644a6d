int shared = 5;
static int hidden(void) { return 1; }
int next(void) { return shared += hidden(); }
