//@ check: out-of-bounds line=@copy
// Seven characters and the end need eight.
#include <wchar.h>

int main(void) {
    wchar_t text[7];
    wcscpy(text, L"seven__"); /*@copy*/
    return text[0] == 0;
}
