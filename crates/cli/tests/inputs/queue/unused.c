// Nothing asks for this member of the archive, and it defines what main.c defines.
int only_main_has_this(void) { return 1; }
int nobody_asks_for_this(void) { return only_main_has_this(); }
