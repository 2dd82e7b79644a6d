//@ check: incomplete
// How many elements it has says whoever defines it.
extern int table[];

int main(void)
{
    return table[1];
}
