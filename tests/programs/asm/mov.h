/* Loads and stores as ConcurrencyKit has them for x86. */
static inline int asm_load(const int *p)
{
    int v;
    __asm__ __volatile__("movl %1, %0" : "=q"(v) : "m"(*p) : "memory");
    return v;
}

static inline void asm_store(int *p, int v)
{
    __asm__ __volatile__("movl %1, %0" : "=m"(*p) : "iq"(v) : "memory");
}

static inline void *asm_load_pointer(void *const *p)
{
    void *v;
    __asm__ __volatile__("movq %1, %0" : "=q"(v) : "m"(*p) : "memory");
    return v;
}

static inline void asm_store_byte(char *p)
{
    __asm__ __volatile__("movb $-3, %0" : "=m"(*p) : : "memory");
}
