//@ cflags: -D_GNU_SOURCE
//@ check: safe executions=1
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
    wchar_t text[16], *rest;
    char narrow[16];
    assert(wcslen(wcscpy(text, L"ab,c")) == 4 && wcscmp(text, L"ab,c") == 0 && wcsncmp(text, L"abx", 2) == 0);
    assert(wcscmp(wcscat(text, L",d"), L"ab,c,d") == 0 && wcschr(text, L'c') == text + 3 && wcsrchr(text, L',') == text + 4);
    assert(wcsstr(text, L"c,") == text + 3 && wcsspn(text, L"ab") == 2 && !wcschr(text, L'z'));
    assert(wcscmp(wcstok(text, L",", &rest), L"ab") == 0 && wcscmp(wcstok(NULL, L",", &rest), L"c") == 0);
    wmemset(text, L'x', 3);
    wcsncpy(text, L"q", 3);
    assert(text[0] == L'q' && text[1] == 0 && text[2] == 0);
    assert(mbstowcs(text, "hello", 16) == 5 && text[4] == L'o' && mbstowcs(NULL, "abc", 0) == 3);
    assert(wcstombs(narrow, text, sizeof narrow) == 5 && strcmp(narrow, "hello") == 0);
    assert(mbtowc(text, "z", 1) == 1 && text[0] == L'z' && wctomb(narrow, L'y') == 1 && narrow[0] == 'y');
    assert(towupper(L'a') == L'A' && iswdigit(L'7') && !iswalpha(L'7') && iswspace(L'\t'));
    wchar_t *copy = wcsdup(L"own");
    assert(wmemcmp(copy, L"own", 4) == 0);
    free(copy);
    return 0;
}
