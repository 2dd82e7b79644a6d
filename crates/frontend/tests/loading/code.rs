//! What becomes of functions: control flow, registers, calls.

use super::common::{c, c_with, count, function, ll, run, unsupported};
use threadbare_program::{Callee, Check, Const, Inst, Kind, OverflowOp};

fn is_access(inst: &Inst) -> bool {
    matches!(inst, Inst::Load { .. } | Inst::Store { .. } | Inst::Alloca { .. } | Inst::PrivateAlloca { .. })
}

#[test]
fn a_counting_loop_is_a_handful_of_register_instructions() {
    let program = c("int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }\n\
                     int main(void) { return f(10); }");
    let f = function(&program, "f");
    assert_eq!(run(&program, f, &[10]), Some(vec![45]));
    assert_eq!(count(f, is_access), 0, "locals whose address is not taken are registers");
    assert_eq!(f.loops.len(), 1);
    let entries = count(f, |i| matches!(i, Inst::Loop { entry: true, .. }));
    let again = count(f, |i| matches!(i, Inst::Loop { entry: false, .. }));
    assert_eq!((entries, again), (1, 1));
    // Add, add, loop, compare, branch; what leaves the scope is outside of the loop.
    let again = f.code.iter().position(|i| matches!(i, Inst::Loop { entry: false, .. })).unwrap();
    let [Inst::Cmp { .. }, Inst::Branch { then, .. }, ..] = f.code[again + 1..] else {
        panic!("{}", program.to_text())
    };
    assert_eq!(then.0 as usize, again - 2, "{}", program.to_text());
    assert!(matches!(f.code[again - 2..again], [Inst::Bin { .. }, Inst::Bin { .. }]));
}

#[test]
fn nested_loops_have_depths_and_each_edge_is_marked() {
    let program =
        c("int f(int n) { int s = 0; for (int i = 0; i < n; i++) { int j = 0; do { s++; } while (++j < i); }\n\
                     return s; } int main(void) { return f(3); }");
    let f = function(&program, "f");
    let mut depths: Vec<u32> = f.loops.iter().map(|l| l.depth).collect();
    depths.sort_unstable();
    assert_eq!(depths, [1, 2]);
    // i = 0 and i = 1: one round each; i = 2: two; i = 3: three.
    assert_eq!(run(&program, f, &[4]), Some(vec![7]));
}

#[test]
fn the_variable_keeps_its_old_value_where_that_is_still_needed() {
    let program = c("int f(int x) { int old = x++; int y = x--; return old * 100 + y * 10 + x; }\n\
                     int g(int a, int b) { int t = a; a = b; b = t; return a * 10 + b; }\n\
                     int h(int x) { return x + (x = 5) * 10 + x++ * 100 + x * 1000; }\n\
                     int main(void) { return f(1) + g(1, 2) + h(1); }");
    assert_eq!(run(&program, function(&program, "f"), &[4]), Some(vec![454]));
    assert_eq!(run(&program, function(&program, "g"), &[1, 2]), Some(vec![21]));
    // As clang evaluates it, from left to right.
    assert_eq!(run(&program, function(&program, "h"), &[1]), Some(vec![1 + 50 + 500 + 6000]));
}

#[test]
fn phis_that_swap_are_moved_at_once() {
    let program = ll("define i32 @f(i32 %n) {\n\
        entry:\n  br label %loop\n\
        loop:\n  %a = phi i32 [ 1, %entry ], [ %b, %loop ]\n  %b = phi i32 [ 2, %entry ], [ %a, %loop ]\n\
          %c = phi i32 [ 3, %entry ], [ %b, %loop ]\n\
          %i = phi i32 [ 0, %entry ], [ %next, %loop ]\n  %next = add i32 %i, 1\n\
          %more = icmp ult i32 %next, %n\n  br i1 %more, label %loop, label %exit\n\
        exit:\n  %x = mul i32 %a, 100\n  %y = mul i32 %b, 10\n  %s = add i32 %x, %y\n  %t = add i32 %s, %c\n  ret i32 %t\n}\n\
        define i32 @main() {\n  %r = call i32 @f(i32 3)\n  ret i32 %r\n}");
    let f = function(&program, "f");
    for (n, expected) in [(1, 123), (2, 212), (3, 121), (4, 212)] {
        assert_eq!(run(&program, f, &[n]), Some(vec![expected]), "after {n} rounds");
    }
}

#[test]
fn a_phi_that_is_used_after_its_loop_is_not_lost() {
    let program = ll("define i32 @f(i32 %n) {\n\
        entry:\n  br label %loop\n\
        loop:\n  %x = phi i32 [ 1, %entry ], [ %next, %loop ]\n  %next = add i32 %x, 1\n\
          %more = icmp ult i32 %next, %n\n  br i1 %more, label %loop, label %exit\n\
        exit:\n  %y = mul i32 %x, 10\n  %r = add i32 %y, %next\n  ret i32 %r\n}\n\
        define i32 @main() {\n  %r = call i32 @f(i32 3)\n  ret i32 %r\n}");
    assert_eq!(run(&program, function(&program, "f"), &[4]), Some(vec![34]));
}

#[test]
fn conditional_expressions_and_short_circuits() {
    let program = c("int f(int a, int b) { return (a && b) * 8 + (a || b) * 4 + (a ? b : 3); }\n\
                     int main(void) { return f(1, 2); }");
    let f = function(&program, "f");
    assert_eq!(run(&program, f, &[1, 2]), Some(vec![14]));
    assert_eq!(run(&program, f, &[0, 0]), Some(vec![3]));
    assert_eq!(run(&program, f, &[0, 1]), Some(vec![7]));
}

#[test]
fn switch_cases_are_sorted_and_narrow() {
    let program = c("int f(signed char x) { switch (x) { case 5: return 1; case -1: return 2; case 3: x = 9; break;\n\
                     case 7: default: return 4; } return x; } int main(void) { return f(3); }");
    let f = function(&program, "f");
    for (x, expected) in [(5, 1), (0xFF, 2), (3, 9), (7, 4), (6, 4)] {
        assert_eq!(run(&program, f, &[x]), Some(vec![expected]));
    }
}

#[test]
fn computed_goto_jumps_by_number() {
    let program = c("int f(int x) { void *to = x ? &&yes : &&no; goto *to; yes: return 7; no: return 9; }\n\
                     int main(void) { return f(1); }");
    let f = function(&program, "f");
    assert_eq!(run(&program, f, &[1]), Some(vec![7]));
    assert_eq!(run(&program, f, &[0]), Some(vec![9]));
}

#[test]
fn a_variable_that_may_be_read_before_it_is_set_begins_uninitialised() {
    let source = "int f(int c) { int x; if (c) x = 1; return x; }\n\
                  int g(int c) { int x; if (c) x = 1; else x = 2; return x; } int main(void) { return f(1) + g(1); }";
    let program = c(source);
    assert_eq!(count(function(&program, "f"), |i| matches!(i, Inst::Undef { .. })), 1);
    assert_eq!(count(function(&program, "g"), |i| matches!(i, Inst::Undef { .. })), 0, "set on every path");
}

#[test]
fn only_what_others_can_see_is_shared_memory() {
    let program = c("void see(int *);\n\
                     int f(int i) { int a[4] = {0}; a[i] = 1; return a[2]; }\n\
                     int g(void) { int x = 0; see(&x); return x; }\n\
                     int h(void) { static int s; return ++s; }\n\
                     int main(void) { return f(2) + g() + h(); }");
    let (f, g, h) = (function(&program, "f"), function(&program, "g"), function(&program, "h"));
    assert_eq!(f.private.len(), 1);
    assert_eq!((f.private[0].size, f.private[0].name.as_str()), (16, "a"));
    assert_eq!(count(f, |i| matches!(i, Inst::Alloca { .. })), 0);
    assert_eq!(count(g, |i| matches!(i, Inst::Alloca { size: 4, .. })), 1);
    assert_eq!(g.private.len(), 0);
    assert_eq!(count(h, |i| matches!(i, Inst::Load { .. } | Inst::Store { .. })), 2, "each shared access stays");
}

#[test]
fn variable_length_arrays_are_allocated_by_count() {
    let program =
        c("void see(int *); int f(long n) { int a[n]; see(a); return a[0]; } int main(void) { return f(3); }");
    let f = function(&program, "f");
    assert_eq!(count(f, |i| matches!(i, Inst::Alloca { count, size: 4, .. } if count.as_reg().is_some())), 1);
}

#[test]
fn index_arithmetic_is_one_instruction() {
    let program = c("int a[10]; int f(int i) { return a[i]; } int main(void) { return f(1); }");
    let f = function(&program, "f");
    let adds = count(f, |i| matches!(i, Inst::PtrAdd { index_width: 32, scale: 4, offset: 0, .. }));
    assert_eq!(adds, 1, "{}", program.to_text());
    assert_eq!(f.code.len(), 3, "address, load, return: {}", program.to_text());
}

#[test]
fn constant_addresses_need_no_instruction() {
    let program = c("struct { int x; int y[3]; } s; int main(void) { return s.y[2]; }");
    let main = function(&program, "main");
    let Some(Inst::Load { addr, .. }) = main.code.iter().find(|i| matches!(i, Inst::Load { .. })) else { panic!() };
    let constant = program.consts[addr.as_const().unwrap().index()];
    assert!(matches!(constant, Const::Global(_, 12)), "{constant:?}");
}

#[test]
fn structures_are_passed_in_registers_and_by_copy() {
    let program = c("struct two { double a; long b; }; struct big { char c[40]; };\n\
                     struct two make(double a, long b) { struct two t = { a, b }; return t; }\n\
                     int take(struct big b) { b.c[0] = 1; return b.c[0]; }\n\
                     int main(void) { struct big b = { { 5 } }; return take(b) + (int)make(1, 2).b; }");
    assert_eq!(function(&program, "make").results, 2);
    let take = function(&program, "take");
    assert_eq!(take.params, 1);
    assert_eq!(count(take, |i| matches!(i, Inst::MemCopy { .. })), 1, "the callee has a copy of its own");
}

#[test]
fn variable_arguments() {
    let program = c("#include <stdarg.h>\n\
        int sum(int n, ...) { va_list a, b; va_start(a, n); va_copy(b, a); int s = va_arg(a, int) + (int)va_arg(b, double);\n\
        va_end(a); va_end(b); return s; }\n\
        struct big { char c[20]; };\n\
        int main(void) { struct big b = { { 1 } }; return sum(2, 3, 4.0, b); }");
    let sum = function(&program, "sum");
    assert!(sum.variadic && sum.params == 1);
    assert_eq!(count(sum, |i| matches!(i, Inst::VaStart { .. })), 1);
    assert_eq!(count(sum, |i| matches!(i, Inst::VaCopy { .. })), 1);
    let main = function(&program, "main");
    let Some(Inst::Call { args, .. }) = main.code.iter().find(|i| matches!(i, Inst::Call { .. })) else { panic!() };
    assert_eq!(args.len(), 3 + 3, "20 bytes are three words among the variable arguments");
    let Some(Inst::Call { kinds: Some(kinds), .. }) = main.code.iter().find(|i| matches!(i, Inst::Call { .. })) else {
        panic!()
    };
    let (word, memory) = (Kind::Word(32), Kind::Memory);
    assert_eq!(program.signature(*kinds).unwrap().args, [word, word, Kind::Float(64), memory, memory, memory]);
    assert_eq!(program.signature(sum.kinds.unwrap()).unwrap().args, [word]);
}

#[test]
fn calls_that_may_not_fit() {
    let program = c("struct big { long c[4]; }; typedef float four __attribute__((vector_size(8)));\n\
        static long f(struct big b, signed char c, double d, four e, void *p) { return b.c[0] + c + (long)d + (long)e[0] + (p != 0); }\n\
        static void *table[] = { f }; static int g(int n) { return n; }\n\
        int main(void) { struct big b = { { 0 } }; four e = { 0 };\n\
        return ((long (*)(struct big, signed char, double, four, void *))table[0])(b, -1, 1.0, e, 0) + g(1) + ((int (*)(long))g)(2); }");
    let calls: Vec<_> = function(&program, "main")
        .code
        .iter()
        .filter_map(|i| if let Inst::Call { callee, kinds, .. } = i { Some((*callee, *kinds)) } else { None })
        .collect();
    let args = |n: usize| calls[n].1.map(|kinds| program.signature(kinds).unwrap().args.clone());
    // A vector of 8 bytes is passed as a number.
    let passed = [Kind::Memory, Kind::Signed(8), Kind::Float(64), Kind::Float(64), Kind::Word(64)];
    assert_eq!(args(0).unwrap(), passed);
    assert_eq!(args(1), None, "it is called as what it is");
    assert_eq!(args(2).unwrap(), [Kind::Word(64)]);
    assert!(matches!(calls[2].0, Callee::Pointer(_)));
}

#[test]
fn bit_fields_of_odd_width() {
    let program = c("struct { unsigned a : 3; signed b : 7; unsigned long c : 37; } s;\n\
                     int main(void) { s.c = 1; s.b = -1; return s.a + s.b; }");
    assert_eq!(unsupported(&program), Vec::<String>::new());
}

#[test]
fn odd_integers_are_loaded_in_pieces() {
    let program = ll("@g = global i24 0\ndefine i32 @main() {\n  %v = load i24, ptr @g\n  %w = zext i24 %v to i32\n\
                      store i24 %v, ptr @g\n  ret i32 %w\n}");
    let main = function(&program, "main");
    let mut loaded: Vec<u8> =
        main.code.iter().filter_map(|i| if let Inst::Load { size, .. } = i { Some(*size) } else { None }).collect();
    loaded.sort_unstable();
    assert_eq!(loaded, [1, 2]);
    assert_eq!(count(main, |i| matches!(i, Inst::Store { .. })), 2);
}

#[test]
fn atomics_keep_their_orders() {
    use threadbare_op::{Order, RmwOp};
    let program = c("#include <stdatomic.h>\n_Atomic int x; int main(void) { int e = 0;\n\
        atomic_store_explicit(&x, 1, memory_order_release); atomic_load_explicit(&x, memory_order_acquire);\n\
        atomic_fetch_xor_explicit(&x, 1, memory_order_relaxed); atomic_thread_fence(memory_order_acq_rel);\n\
        atomic_signal_fence(memory_order_seq_cst);\n\
        return atomic_compare_exchange_weak_explicit(&x, &e, 2, memory_order_acq_rel, memory_order_acquire); }");
    let main = function(&program, "main");
    let has = |what: &dyn Fn(&Inst) -> bool| assert_eq!(count(main, what), 1, "{}", program.to_text());
    has(&|i| matches!(i, Inst::Store { order: Order::Release, size: 4, .. }));
    has(&|i| matches!(i, Inst::Load { order: Order::Acquire, size: 4, .. }));
    has(&|i| matches!(i, Inst::Rmw { op: RmwOp::Xor, order: Order::Relaxed, .. }));
    has(&|i| matches!(i, Inst::Fence { order: Order::AcqRel }));
    has(&|i| matches!(i, Inst::Cas { weak: true, orders: (Order::AcqRel, Order::Acquire), .. }));
    assert_eq!(count(main, |i| matches!(i, Inst::Fence { .. })), 1, "a signal fence orders nothing between threads");
}

#[test]
fn overflow_checks_and_traps() {
    let program = c("int f(int a, int b) { int r; return __builtin_add_overflow(a, b, &r) ? -1 : r; }\n\
                     int main(void) { return f(1, 2); }");
    let f = function(&program, "f");
    assert_eq!(count(f, |i| matches!(i, Inst::Overflow { op: OverflowOp::SAdd, width: 32, .. })), 1);
    let source = "int f(int a) { return a + 1; } int main(void) { return f(1); }";
    for flags in [
        &["-fsanitize=signed-integer-overflow"][..],
        &["-fsanitize=signed-integer-overflow", "-fsanitize-trap=all"],
        &["-ftrapv"],
    ] {
        let program = c_with(source, flags);
        let f = function(&program, "f");
        assert_eq!(
            count(f, |i| matches!(i, Inst::Trap { check: Check::Overflow })),
            1,
            "{flags:?} {}",
            program.to_text()
        );
    }
}

#[test]
fn assembly_without_instructions_is_nothing() {
    let program = c("int f(int x) { __asm__ volatile(\"\" ::: \"memory\"); __asm__(\"\" : \"+r\"(x)); return x; }\n\
                     int main(void) { return f(1); }");
    assert_eq!(run(&program, function(&program, "f"), &[6]), Some(vec![6]));
    let program = c("int main(void) { int x = 1; __asm__(\"incl %0\" : \"+r\"(x)); return x; }");
    assert!(unsupported(&program)[0].contains("inline assembly"), "{:?}", unsupported(&program));
}

#[test]
fn what_cannot_be_represented_is_named_and_not_fatal() {
    let program = c("long double x = 1; _BitInt(200) y = 2; int main(void) { return x > 0 && y > 0; }");
    let what = unsupported(&program);
    assert!(
        what.iter().any(|w| w.contains("long double")) && what.iter().any(|w| w.contains("more than 128 bits")),
        "{what:?}"
    );
}

#[test]
fn calls_are_direct_where_the_function_is_known() {
    let program = c("static int one(void) { return 1; } int (*p)(void) = one; extern int other(int);\n\
                     int main(void) { return one() + p() + other(2); }");
    let main = function(&program, "main");
    let callees: Vec<Callee> =
        main.code.iter().filter_map(|i| if let Inst::Call { callee, .. } = i { Some(*callee) } else { None }).collect();
    assert!(matches!(callees[..], [Callee::Function(_), Callee::Pointer(_), Callee::External(_)]), "{callees:?}");
    assert_eq!(program.externals.len(), 1);
    assert_eq!(program.externals[0].name, "other");
}

#[test]
fn functions_called_as_something_else_are_left_to_the_machine() {
    let program = ll("define i32 @f(i32 %a, i32 %b) {\n  ret i32 %a\n}\n\
                      define i32 @main() {\n  %r = call i32 @f(i32 1)\n  ret i32 %r\n}");
    let main = function(&program, "main");
    assert_eq!(count(main, |i| matches!(i, Inst::Call { callee: Callee::Pointer(_), .. })), 1);
}

#[test]
fn functions_that_nobody_reaches_are_left_out() {
    let program = c(
        "int unused(void) { return 1; } int used(void) { return 2; } int (*p)(void) = used; int (*q)(void) = unused;\n\
                     int main(void) { return p(); }",
    );
    assert!(program.functions.iter().any(|f| f.name == "used"), "reached by the address in a global");
    assert!(!program.functions.iter().any(|f| f.name == "unused"), "that global is not reached itself");
}

#[test]
fn atomic_functions_of_the_verifier_are_wrapped() {
    let program = c("extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void); int x;\n\
                     int __VERIFIER_atomic_add(int n) { if (n) { x += n; return 1; } return 0; }\n\
                     int main(void) { return __VERIFIER_atomic_add(1); }");
    let f = function(&program, "__VERIFIER_atomic_add");
    let calls = |name: &str| {
        count(f, |inst| match inst {
            Inst::Call { callee: Callee::External(id), .. } => program.externals[id.index()].name == name,
            Inst::Call { callee: Callee::Function(id), .. } => program.functions[id.index()].name == name,
            _ => false,
        })
    };
    assert_eq!(calls("__VERIFIER_atomic_begin"), 1);
    assert_eq!(calls("__VERIFIER_atomic_end"), count(f, |i| matches!(i, Inst::Return { .. })));
}

#[test]
fn optimised_code_loads_as_well() {
    let source = "#include <string.h>\nstruct v { float x, y; }; int a[8];\n\
        struct v add(struct v a, struct v b) { struct v r = { a.x + b.x, a.y + b.y }; return r; }\n\
        int main(int argc, char **argv) { for (int i = 0; i < 8; i++) a[i] += argc * i; struct v v = { 1, 2 }; v = add(v, v);\n\
        return (int)v.y + a[argc] + (int)strlen(argv[0]); }";
    for level in ["-O1", "-O2", "-O3", "-Os"] {
        assert_eq!(unsupported(&c_with(source, &[level])), Vec::<String>::new(), "{level}");
    }
}

#[test]
fn the_loops_of_optimised_code_move_nothing() {
    let program = c_with(
        "int a[100]; __attribute__((noinline)) int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; } int main(void) { return f(3); }",
        &["-O1", "-fno-vectorize", "-fno-unroll-loops"],
    );
    let f = function(&program, "f");
    let body = f.code.iter().position(|i| matches!(i, Inst::PtrAdd { .. })).unwrap();
    let again = f.code.iter().position(|i| matches!(i, Inst::Loop { entry: false, .. })).unwrap();
    let branch = f.code[body..].iter().position(|i| matches!(i, Inst::Branch { .. })).unwrap() + body;
    assert!(branch < again);
    assert!(!f.code[body..branch].iter().any(|i| matches!(i, Inst::Move { .. })), "{}", program.to_text());
    assert!(matches!(f.code[again + 1], Inst::Jump { .. }), "{}", program.to_text());
}

#[test]
fn assume_abort_if_not_is_the_machines_even_if_the_program_defines_it() {
    let program = c("void abort(void); void assume_abort_if_not(int c) { if (!c) abort(); }\n\
                     int main(void) { assume_abort_if_not(1); return 0; }");
    let names: Vec<&str> = program.externals.iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names, ["assume_abort_if_not"]);
    assert_eq!(program.functions.len(), 1);
}

#[test]
fn a_builtin_trap_ends_the_program_as_abort_does() {
    let program = c("int main(void) { __builtin_trap(); }");
    assert_eq!(program.externals[0].name, "abort");
}

#[test]
fn three_way_comparisons() {
    let program = ll("declare i32 @llvm.scmp.i32.i8(i8, i8)\ndeclare i32 @llvm.ucmp.i32.i8(i8, i8)\n\
        define i32 @f(i8 %a, i8 %b) {\n  %s = call i32 @llvm.scmp.i32.i8(i8 %a, i8 %b)\n  ret i32 %s\n}\n\
        define i32 @g(i8 %a, i8 %b) {\n  %s = call i32 @llvm.ucmp.i32.i8(i8 %a, i8 %b)\n  ret i32 %s\n}\n\
        define i32 @main() {\n  %x = call i32 @f(i8 1, i8 2)\n  %y = call i32 @g(i8 1, i8 2)\n  ret i32 %x\n}");
    let (f, g) = (function(&program, "f"), function(&program, "g"));
    assert_eq!(run(&program, f, &[0xFF, 1]), Some(vec![0xFFFF_FFFF]), "-1 < 1");
    assert_eq!(run(&program, g, &[0xFF, 1]), Some(vec![1]), "255 > 1");
    assert_eq!(run(&program, f, &[7, 7]), Some(vec![0]));
}

#[test]
fn the_life_of_a_variable_is_what_clang_marks() {
    let program = c("void see(int *);\n\
                     int f(int n) { int s = 0; for (int i = 0; i < n; i++) { int x = i, y; see(&x); int a[9]; a[i] = i;\n\
                     if (i) y = 1; s += x + y + a[0]; } return s; }\n\
                     int g(int n) { int s = 0; for (int i = 0; i < n; i++) { int x = i, a[3] = {1, 2, 3}; s += x + a[i]; }\n\
                     return s; } int main(void) { return f(2) + g(1); }");
    let f = function(&program, "f");
    let place = |what: fn(&Inst) -> bool| f.code.iter().position(what).expect("it is there");
    let head = place(|i| matches!(i, Inst::Loop { entry: true, .. }));
    // What others can see is made and freed in each round; what is in the frame is emptied; a
    // register too, if that matters.
    assert_eq!(count(f, |i| matches!(i, Inst::Alloca { .. })), 1);
    assert!(place(|i| matches!(i, Inst::Alloca { .. })) > head);
    assert!(place(|i| matches!(i, Inst::AllocaEnd { .. })) > head);
    assert!(place(|i| matches!(i, Inst::MemSet { .. })) > head);
    assert_eq!(count(f, |i| matches!(i, Inst::Undef { .. })), 1);
    // Nothing of this where everything is set at once.
    let g = function(&program, "g");
    let marks = |i: &Inst| matches!(i, Inst::Alloca { .. } | Inst::AllocaEnd { .. } | Inst::Undef { .. });
    assert_eq!((count(g, marks), count(g, |i| matches!(i, Inst::MemSet { .. }))), (0, 0));
}
