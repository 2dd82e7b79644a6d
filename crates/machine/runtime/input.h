/* What the functions that read standard input share. */
#ifndef TB_INPUT_H
#define TB_INPUT_H

#include "tb.h"

/* The machine's: the byte of standard input at this position, or -1 at its end. */
int __tb_input(long position);

void __tb_input_lock(void);
void __tb_input_unlock(void);
/* With the lock: the next byte, or -1; puts back what was read last. */
int __tb_input_next(void);
void __tb_input_return(int c);

#endif
