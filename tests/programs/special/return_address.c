//@ check: safe executions=1
//@ check --model rc11: safe
// A return address is not null, is the same for calls from one place, and another one for calls from another place; frames grow downwards.
#include <assert.h>
#include <stdint.h>

__attribute__((noinline)) static void *here(void)
{
    return __builtin_return_address(0);
}

__attribute__((noinline)) static void *above(void)
{
    return __builtin_return_address(1);
}

__attribute__((noinline)) static uintptr_t frame(void)
{
    return (uintptr_t)__builtin_frame_address(0);
}

int main(void)
{
    static int n;
    void *seen[2];
    for (int i = 0; i < 2; i++)
        seen[i] = here();
    assert(seen[0] && seen[0] == seen[1]);
    assert(here() != seen[0]);
    assert(above() && above() != here());
    assert(seen[0] != (void *)&n && seen[0] != (void *)here);
    assert(frame() && frame() < (uintptr_t)__builtin_frame_address(0));
    return 0;
}
