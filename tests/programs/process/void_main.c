//@ check: safe
// C11 5.1.2.2.3: nobody knows with which status it ends.
void main(void) {}
