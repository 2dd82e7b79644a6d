/* The byte order of the network, which is not that of these machines. */

unsigned short htons(unsigned short x)
{
    return __builtin_bswap16(x);
}

unsigned short ntohs(unsigned short x)
{
    return __builtin_bswap16(x);
}

unsigned htonl(unsigned x)
{
    return __builtin_bswap32(x);
}

unsigned ntohl(unsigned x)
{
    return __builtin_bswap32(x);
}
