//@ check: null-pointer line=@bug
extern int setting[4] __attribute__((weak));

int main(void)
{
    return setting[1]; /*@bug*/
}
