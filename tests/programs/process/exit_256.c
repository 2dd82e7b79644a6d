//@ check: exit-status line=@return message="a shell sees only the last byte, 0"
//@ check --exit-status ignore: safe
// The number of failed checks as status: 256 of them look like success to whoever started the program.
int main(void)
{
    return 256; /*@return*/
}
