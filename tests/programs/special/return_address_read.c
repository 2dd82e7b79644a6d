//@ check: invalid-pointer line=@bug
// There is nothing to read.
__attribute__((noinline)) static void *here(void)
{
    return __builtin_return_address(0);
}

int main(void)
{
    return *(char *)here(); /*@bug*/
}
