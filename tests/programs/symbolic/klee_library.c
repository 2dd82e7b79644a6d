//@ check --symbolic: assertion line=@found
// Other functions of KLEE that its harnesses call. Of the four choices one is not wanted, and one is an error.
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
    char memory[4] = "abc";
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_check_memory_access(memory, sizeof memory);
    assert(klee_get_obj_size(memory + 1) == 4);
    klee_open_merge();
    klee_close_merge();
    klee_warning("nobody reads this");
    if (klee_get_value_i32(x) != x)
        klee_abort();
    switch (klee_choose(4)) {
    case 0:
        klee_silent_exit(1);
    case 3:
        assert(x != 5); /*@found*/
    }
    return 0;
}
