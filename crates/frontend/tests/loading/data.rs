//! Globals, names, shapes, positions.

use super::common::{c, file, function, ll};
use std::path::Path;
use threadbare_frontend::{FrontendOptions, load};
use threadbare_program::{Const, Global, GlobalInit, Inst, Program, ShapeId, ShapeKind};

fn global<'p>(program: &'p Program, name: &str) -> &'p Global {
    program.globals.iter().find(|g| g.name == name).unwrap_or_else(|| panic!("no global {name}"))
}

/// The initial bytes; addresses and unknown bytes are `None`.
fn content(global: &Global) -> Vec<Option<u8>> {
    let mut bytes = vec![Some(0); usize::try_from(global.size).unwrap()];
    for part in &global.init {
        match part {
            GlobalInit::Bytes(at, part) => {
                for (to, &from) in bytes[*at as usize..].iter_mut().zip(part) {
                    *to = Some(from);
                }
            }
            GlobalInit::Address(at, _) => bytes[*at as usize..][..8].fill(None),
            GlobalInit::Undef(at, len) => bytes[*at as usize..][..*len as usize].fill(None),
        }
    }
    bytes
}

fn known(global: &Global) -> Vec<u8> {
    content(global).into_iter().map(|byte| byte.expect("known")).collect()
}

#[test]
fn numbers_strings_and_structures() {
    let program = c("short s[4] = { 1, -2, 0, 3 }; char t[6] = \"abc\"; double d = 1.5; float f = -2;\n\
        struct { char c; int i; struct { long l; } in; } r = { 'x', 7, { 9 } }; _Bool b = 1; unsigned char z[1000] = { [999] = 5 };\n\
        int main(void) { return s[0] + t[0] + (int)d + (int)f + r.c + b + z[1]; }");
    assert_eq!(known(global(&program, "s")), [1, 0, 0xFE, 0xFF, 0, 0, 3, 0]);
    assert_eq!(known(global(&program, "t")), *b"abc\0\0\0");
    assert_eq!(known(global(&program, "d")), 1.5_f64.to_le_bytes());
    assert_eq!(known(global(&program, "f")), (-2.0_f32).to_le_bytes());
    assert_eq!(known(global(&program, "r")), [b'x', 0, 0, 0, 7, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(known(global(&program, "b")), [1]);
    let z = global(&program, "z");
    assert_eq!(z.init.len(), 1, "zeroes are not stored");
    assert_eq!(known(z)[999], 5);
}

#[test]
fn addresses_with_offsets() {
    let program =
        c("int a[4]; int *p = &a[3]; char *s = \"hello\" + 1; extern int main(void); int (*f)(void) = main;\n\
        struct n { struct n *next; int v; } n1, n2 = { &n1, 1 }; long self = (long)&self; _Thread_local int t = 3;\n\
        int main(void) { return *p + *s + (f != 0) + n2.v + (int)self + t; }");
    let address = |name: &str| {
        let global = global(&program, name);
        let found =
            global.init.iter().find_map(|part| if let GlobalInit::Address(0, c) = part { Some(*c) } else { None });
        found.unwrap_or_else(|| panic!("{name} begins with no address: {:?}", global.init))
    };
    let target = |name: &str| match address(name) {
        Const::Global(id, offset) => (program.globals[id.index()].name.clone(), offset),
        other => panic!("{other:?}"),
    };
    assert_eq!(target("p"), ("a".to_owned(), 12));
    assert_eq!(target("s").1, 1);
    assert_eq!(target("n2"), ("n1".to_owned(), 0));
    assert_eq!(target("self"), ("self".to_owned(), 0));
    assert!(matches!(address("f"), Const::Function(id) if program.functions[id.index()].name == "main"));
    assert!(global(&program, "t").thread_local);
}

#[test]
fn differences_of_addresses_in_one_object() {
    let program = ll("@a = global [4 x i32] zeroinitializer\n\
        @d = global i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @a, i64 12) to i64), i64 ptrtoint (ptr @a to i64))\n\
        @b = alias i32, ptr getelementptr (i8, ptr @a, i64 4)\n\
        define i64 @main() {\n  %v = load i64, ptr @d\n  %w = load i32, ptr @b\n  ret i64 %v\n}");
    assert_eq!(known(global(&program, "d")), [12, 0, 0, 0, 0, 0, 0, 0]);
    assert!(program.consts.iter().any(|c| matches!(c, Const::Global(_, 4))), "the alias is an address in `a`");
}

#[test]
fn declared_and_constant_globals() {
    let program = c("extern int there; const int fixed = 3; static int hidden = 4;\n\
                     int main(void) { static int inner = 1; return there + *(&fixed) + hidden++ + inner++; }");
    assert!(global(&program, "there").external);
    assert!(global(&program, "fixed").constant);
    assert!(!global(&program, "hidden").constant);
    assert_eq!(global(&program, "inner").pos.map(|p| p.line), Some(2), "as the source calls it, not `main.inner`");
}

#[test]
fn constructors_run_by_priority_and_destructors_the_other_way_round() {
    let program = c(
        "__attribute__((constructor(300))) void late(void) {} __attribute__((constructor(200))) void early(void) {}\n\
        __attribute__((destructor(300))) void first(void) {} __attribute__((destructor(200))) void last(void) {}\n\
        int main(void) { return 0; }",
    );
    let names = |ids: &[threadbare_program::FuncId]| -> Vec<String> {
        ids.iter().map(|id| program.functions[id.index()].name.clone()).collect()
    };
    assert_eq!(names(&program.constructors), ["early", "late"]);
    assert_eq!(names(&program.destructors), ["first", "last"]);
}

fn fields(program: &Program, shape: ShapeId) -> Vec<(String, u64)> {
    match &program.shapes[shape.0 as usize].kind {
        ShapeKind::Fields(fields) => fields.iter().map(|(name, offset, _)| (name.clone(), *offset)).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn shapes_of_variables_and_allocations() {
    let program = c("#include <stdlib.h>\n\
        typedef struct node { int value; struct node *next; union { long l; char c[3]; }; } node; typedef const node *list;\n\
        node pool[3]; list head; void see(int *);\n\
        int main(void) { node *fresh = malloc(sizeof *fresh); fresh->value = 1; head = fresh; int seen = 1; see(&seen);\n\
        head = malloc(40); return pool[0].value; }");
    let pool = &program.shapes[global(&program, "pool").shape.unwrap().0 as usize];
    assert_eq!(pool.size, 72);
    let ShapeKind::Array(element, 3) = pool.kind else { panic!("{pool:?}") };
    assert_eq!(program.shapes[element.0 as usize].name, "struct node");
    let expected = [("value", 0), ("next", 8), ("", 16)].map(|(name, at)| (name.to_owned(), at));
    assert_eq!(fields(&program, element), expected);
    let ShapeKind::Pointer(Some(to)) = program.shapes[global(&program, "head").shape.unwrap().0 as usize].kind else {
        panic!("head is a pointer")
    };
    assert_eq!(to, element, "through typedef and const");
    let main = function(&program, "main");
    let named = |name: &str| main.debug.allocations.iter().find(|(_, n, _)| n == name).unwrap();
    assert!(matches!(main.code[named("fresh").0 as usize], Inst::Call { .. }));
    assert_eq!(named("fresh").2, Some(element));
    assert!(matches!(main.code[named("head").0 as usize], Inst::Call { .. }));
    assert!(matches!(main.code[named("seen").0 as usize], Inst::Alloca { .. }));
}

#[test]
fn types_that_refer_to_each_other() {
    let program =
        c("struct a { struct b *b; struct a *(*f)(struct a *); }; struct b { struct a a; struct a *more[2]; };\n\
                     struct a x; struct b y; int main(void) { return x.b == 0 && y.a.b == 0; }");
    let y = global(&program, "y").shape.unwrap();
    assert_eq!(fields(&program, y), [("a".to_owned(), 0), ("more".to_owned(), 16)]);
}

#[test]
fn positions_and_files() {
    let program = c("int f(int a) {\n  return a +\n    1;\n}\nint main(void) {\n  return f(2);\n}\n");
    let main = function(&program, "main");
    assert_eq!(main.debug.pos.map(|p| p.line), Some(5));
    let call = main.code.iter().position(|i| matches!(i, Inst::Call { .. })).unwrap();
    let pos = program.lines[main.lines[call] as usize].pos.unwrap();
    assert_eq!((pos.line, pos.column), (6, 10));
    assert!(program.files[pos.file as usize].path.ends_with(".c"));
}

#[test]
fn several_files_are_linked() {
    let one = file("c", b"extern int twice(int); int main(void) { return twice(2); }");
    let two = file("c", b"static int helper(int x) { return x; } int twice(int x) { return helper(x) + x; }");
    let program = load(&[one.clone(), two.clone()], &FrontendOptions::default()).unwrap();
    assert!(program.externals.is_empty());
    assert_eq!(program.functions.len(), 3);
    for path in [one, two] {
        let _ = std::fs::remove_file(path);
    }
}

#[test]
fn the_runtime_is_linked_as_needed_and_yields_to_the_program() {
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../machine/runtime/string.c");
    assert!(runtime.exists());
    let program = c("#include <string.h>\nint main(int argc, char **argv) { return strcmp(argv[0], \"x\"); }");
    let strcmp = function(&program, "strcmp");
    assert!(strcmp.runtime && !function(&program, "main").runtime);
    let program = c("int strcmp(const char *a, const char *b) { return *a - *b; }\n\
                     int main(int argc, char **argv) { return strcmp(argv[0], \"x\"); }");
    assert!(!function(&program, "strcmp").runtime, "the program's own definition wins");
    let program = c("int main(void) { return 0; }");
    assert_eq!(program.functions.len(), 1, "nothing is linked that is not needed");
}

#[test]
fn allocations_are_named_after_fields_as_well() {
    let program = c("#include <stdlib.h>\n\
        struct leaf { int v; }; struct tree { int n; struct leaf *left; struct { struct leaf *right[2]; } in; } *root;\n\
        void grow(struct tree *t, int i) { t->left = malloc(4); t->in.right[i] = malloc(4); }\n\
        int main(void) { root = malloc(sizeof *root); grow(root, 1); root->left = malloc(8); return 0; }");
    let name_of = |shape: Option<ShapeId>| shape.map(|shape| program.shapes[shape.0 as usize].name.clone());
    let names = |function_name: &str| -> Vec<(String, Option<String>)> {
        let debug = &function(&program, function_name).debug;
        debug.allocations.iter().map(|(_, name, shape)| (name.clone(), name_of(*shape))).collect()
    };
    let leaf = Some("struct leaf".to_owned());
    assert_eq!(names("grow"), [("left".to_owned(), leaf.clone()), ("right".to_owned(), leaf.clone())]);
    assert_eq!(names("main"), [("root".to_owned(), Some("struct tree".to_owned())), ("left".to_owned(), leaf)]);
}

#[test]
fn an_allocation_is_where_its_variable_is_declared() {
    let program =
        c("void see(int *);\nint main(void) {\n  see(0);\n  int late = 1;\n  see(&late);\n  return late;\n}\n");
    let main = function(&program, "main");
    let alloca = main.code.iter().position(|i| matches!(i, Inst::Alloca { .. })).unwrap();
    assert_eq!(program.lines[main.lines[alloca] as usize].pos.map(|p| p.line), Some(4));
}
