//@ check: out-of-bounds line=@writes
#include <fcntl.h>
#include <sys/uio.h>

int main(void)
{
    char text[2] = "ab", more[2] = "cd";
    struct iovec pieces[2] = {{text, 2}, {more, 3}};
    int file = open("log", O_WRONLY | O_CREAT, 0600);
    return writev(file, pieces, 2) != 5; /*@writes*/
}
