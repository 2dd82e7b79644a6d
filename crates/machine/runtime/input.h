/* What the functions that read streams share. */
#ifndef TB_INPUT_H
#define TB_INPUT_H

#include "stream.h"

/* The machine's: the byte of standard input at this position, or -1 at its end. */
int __tb_input(long position);

/* Whether a stream is one that can be read; else EBADF. */
int __tb_is_input(FILE *stream);
void __tb_input_lock(FILE *stream);
void __tb_input_unlock(FILE *stream);
/* With the lock: the next byte, or -1; puts back what was read last. */
int __tb_input_next(FILE *stream);
void __tb_input_return(FILE *stream, int c);

#endif
