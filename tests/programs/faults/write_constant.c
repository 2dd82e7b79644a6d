//@ check: invalid-pointer|out-of-bounds line=@bug
// String literals are read-only.
char *volatile text = "text";

int main(void) {
    text[0] = 'T'; /*@bug*/
    return 0;
}
