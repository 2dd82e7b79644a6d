/* Atomic operations as libraries write them for x86. */
static inline int asm_exchange(volatile int *p, int v)
{
    __asm__ __volatile__("xchgl %0,%1" : "=r"(v) : "m"(*p), "0"(v) : "memory");
    return v;
}

static inline long asm_exchange_long(volatile long *p, long v)
{
    __asm__ __volatile__("lock; xchgq %0, %1" : "+r"(v), "+m"(*p) : : "memory");
    return v;
}

static inline int asm_compare(volatile int *p, int old, int new)
{
    int before;
    __asm__ __volatile__("lock; cmpxchgl %2,%1" : "=a"(before), "+m"(*p) : "r"(new), "0"(old) : "memory");
    return before;
}

static inline char asm_swaps(volatile int *p, int old, int new)
{
    char swapped;
    __asm__ __volatile__("lock\n\tcmpxchgl %3,%1\n\tsete %0"
                         : "=q"(swapped), "+m"(*p), "+a"(old)
                         : "r"(new)
                         : "memory", "cc");
    return swapped;
}

static inline _Bool asm_swaps_flag(volatile int *p, int old, int new)
{
    _Bool swapped;
    __asm__ __volatile__("lock cmpxchgl %3,%1" : "=@ccz"(swapped), "+m"(*p), "+a"(old) : "r"(new) : "memory");
    return swapped;
}

static inline int asm_fetch_add(volatile int *p, int v)
{
    __asm__ __volatile__("lock; xaddl %0, %1" : "+r"(v), "+m"(*p) : : "memory", "cc");
    return v;
}

static inline void asm_increment(volatile int *p)
{
    __asm__ __volatile__("lock; incl %0" : "=m"(*p) : "m"(*p));
}

static inline void asm_add(volatile int *p, int i)
{
    __asm__ __volatile__("lock; addl %1,%0" : "+m"(*p) : "ir"(i));
}

static inline unsigned char asm_decrement_is_zero(volatile int *p)
{
    unsigned char zero;
    __asm__ __volatile__("lock; decl %0; sete %1" : "+m"(*p), "=qm"(zero) : : "memory");
    return zero;
}

static inline int asm_subtract_is_not_zero(volatile int *p, int by)
{
    int rest;
    __asm__ __volatile__("lock; subl %2, %0" : "+m"(*p), "=@ccnz"(rest) : "er"(by) : "memory");
    return rest;
}

static inline void asm_cpuid(void)
{
    unsigned a = 0, b, c = 0, d;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d) : : "memory");
}

static inline void asm_full_fence(void)
{
    __asm__ __volatile__("lock; addl $0,0(%%rsp)" : : : "memory", "cc");
}

static inline void asm_full_fence_or(void)
{
    __asm__ __volatile__("lock orq $0x0,(%%rsp)" : : : "memory");
}
