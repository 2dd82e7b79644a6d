//! Whether a program may tell what is in a file that it has written. If not (a log), the order in
//! which threads write to it makes no difference, and need not be explored.
//!
//! It may if it opens a file for both, or opens one for reading that may be one which it has opened
//! for writing (by their names, where these are constants), or asks where something ends.
//!
//! A stream has more that may be told: who has locked it, which errors it has met, and what its
//! descriptor stands for. Where nobody tells that either, a stream to write does nothing at all
//! (docs/proofs/logs.md).

use std::collections::BTreeSet;
use threadbare_program::{Callee, Const, FuncId, GlobalInit, Inst, Operand, Program};

/// How a function opens a file: which argument is the name, and which says for what.
enum Opens {
    ByMode { name: usize, mode: usize },
    ByFlags { name: usize, flags: usize },
    ToWrite { name: usize },
}

const OPENERS: [(&str, Opens); 12] = [
    ("fopen", Opens::ByMode { name: 0, mode: 1 }),
    ("fopen64", Opens::ByMode { name: 0, mode: 1 }),
    ("freopen", Opens::ByMode { name: 0, mode: 1 }),
    ("freopen64", Opens::ByMode { name: 0, mode: 1 }),
    ("open", Opens::ByFlags { name: 0, flags: 1 }),
    ("open64", Opens::ByFlags { name: 0, flags: 1 }),
    ("__open_2", Opens::ByFlags { name: 0, flags: 1 }),
    ("__open64_2", Opens::ByFlags { name: 0, flags: 1 }),
    ("openat", Opens::ByFlags { name: 1, flags: 2 }),
    ("openat64", Opens::ByFlags { name: 1, flags: 2 }),
    ("creat", Opens::ToWrite { name: 0 }),
    ("creat64", Opens::ToWrite { name: 0 }),
];

/// Functions that open a file for both.
const BOTH: [&str; 10] = [
    "tmpfile",
    "tmpfile64",
    "mkstemp",
    "mkstemp64",
    "mkostemp",
    "mkostemp64",
    "mkstemps",
    "mkstemps64",
    "mkostemps",
    "mkostemps64",
];

/// Functions that tell something of what was written, or make it known by another name.
const TELL: [&str; 31] = [
    "lseek",
    "lseek64",
    "stat",
    "stat64",
    "fstat",
    "fstat64",
    "lstat",
    "lstat64",
    "fseek",
    "fseeko",
    "fseeko64",
    "ftell",
    "ftello",
    "ftello64",
    "rewind",
    "fgetpos",
    "fgetpos64",
    "fsetpos",
    "fsetpos64",
    "fstatat",
    "fstatat64",
    "rename",
    "renameat",
    "renameat2",
    "link",
    "linkat",
    "truncate",
    "truncate64",
    "ioctl",
    "chdir",
    "fchdir",
];

/// Functions by which a stream is locked, its errors are asked for, or its descriptor may come to
/// stand for something else; beside these, all that are `..._unlocked`.
const TELL_STREAMS: [&str; 13] = [
    "flockfile",
    "ftrylockfile",
    "funlockfile",
    "ferror",
    "clearerr",
    "ungetc",
    "fileno",
    "fdopen",
    "freopen",
    "freopen64",
    "close",
    "dup2",
    "dup3",
];

/// Whether a program with this function may tell more of its streams than what it has written.
fn tells_streams(name: &str) -> bool {
    TELL_STREAMS.contains(&name) || name.ends_with("_unlocked") || name.ends_with("_unlocked_chk")
}

/// What a program may tell of what it writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Told {
    /// What is in the file.
    pub content: bool,
    /// The lock of a stream, its errors, what its descriptor stands for; or the content.
    pub streams: bool,
    /// Then this prints with the lock of standard output or error (`runtime/stdio.c`).
    pub show: Option<FuncId>,
    /// What standard output and error stand for (`runtime/replace.c`).
    pub replaces: bool,
}

/// The names of files that are opened for one thing; of some the name is not known.
#[derive(Default)]
struct Names {
    known: BTreeSet<Vec<u8>>,
    is_any_unknown: bool,
}

impl Names {
    fn add(&mut self, name: Option<Vec<u8>>) {
        match name {
            Some(name) => {
                self.known.insert(name);
            }
            None => self.is_any_unknown = true,
        }
    }

    fn is_empty(&self) -> bool {
        self.known.is_empty() && !self.is_any_unknown
    }

    /// Whether a file may be among both.
    fn may_meet(&self, other: &Self) -> bool {
        let is_unknown = self.is_any_unknown || other.is_any_unknown;
        !self.is_empty() && !other.is_empty() && (is_unknown || !self.known.is_disjoint(&other.known))
    }
}

/// See the module.
pub(crate) fn told(program: &Program) -> Told {
    let content = are_read(program);
    let has = |id: FuncId| {
        program.functions.get(id.index()).is_some_and(|function| function.runtime && tells_streams(&function.name))
    };
    let own = program.functions.iter().filter(|function| !function.runtime).flat_map(|function| &function.code);
    let mut called = own.filter_map(|inst| match inst {
        Inst::Call { callee: Callee::Function(id), .. } => Some(*id),
        _ => None,
    });
    let streams = content || called.any(has) || is_any_pointed_to(program, tells_streams);
    Told {
        content,
        streams,
        show: program.function_named("__tb_instead___tb_show"),
        replaces: program.function_named("__tb_instead___tb_is_replaced").is_some(),
    }
}

/// Whether the content of a file may be told.
fn are_read(program: &Program) -> bool {
    let (mut read, mut written, mut tells) = (Names::default(), Names::default(), false);
    let code = program.functions.iter().filter(|function| !function.runtime).flat_map(|function| &function.code);
    for inst in code {
        let Inst::Call { callee: Callee::Function(id), args, .. } = inst else { continue };
        let Some(called) = program.functions.get(id.index()).filter(|function| function.runtime) else { continue };
        if BOTH.contains(&called.name.as_str()) {
            return true;
        }
        tells |= TELL.contains(&called.name.as_str());
        let Some((_, opens)) = OPENERS.iter().find(|(name, _)| *name == called.name) else { continue };
        let (name, purpose) = purpose(program, opens, args);
        let directory = called.name.starts_with("openat").then(|| args.first().and_then(|at| program.number(*at)));
        let is_here = directory.is_none_or(|at| at.is_some_and(|at| at as u32 as i32 == HERE));
        let name = args.get(name).and_then(|name| program.text(*name)).map(|name| clean(&name)).filter(|_| is_here);
        match purpose {
            Some(Purpose::Read) => read.add(name),
            Some(Purpose::Write) => written.add(name),
            None => return true,
        }
    }
    is_any_pointed_to(program, tells_content) || (tells && !written.is_empty()) || read.may_meet(&written)
}

/// `AT_FDCWD`: names are from where the process stands.
const HERE: i32 = -100;

enum Purpose {
    Read,
    Write,
}

/// Flags of `open`: what is read may be cut off as well.
const TRUNCATE: u64 = 0o1000;

/// Which argument is the name, and what the file is opened for; `None` if that is both, or not
/// known.
fn purpose(program: &Program, opens: &Opens, args: &[Operand]) -> (usize, Option<Purpose>) {
    match *opens {
        Opens::ToWrite { name } => (name, Some(Purpose::Write)),
        Opens::ByMode { name, mode } => {
            let mode = args.get(mode).and_then(|mode| program.text(*mode)).unwrap_or_default();
            let purpose = match mode.first() {
                Some(b'r' | b'w' | b'a') if mode.contains(&b'+') => None,
                Some(b'r') => Some(Purpose::Read),
                Some(b'w' | b'a') => Some(Purpose::Write),
                _ => None,
            };
            (name, purpose)
        }
        Opens::ByFlags { name, flags } => {
            let flags = args.get(flags).and_then(|flags| program.number(*flags));
            let purpose = match flags.map(|flags| (flags & 3, flags & TRUNCATE)) {
                Some((0, 0)) => Some(Purpose::Read),
                Some((1, _)) => Some(Purpose::Write),
                _ => None,
            };
            (name, purpose)
        }
    }
}

/// Whether it opens something, or tells what was written.
fn tells_content(name: &str) -> bool {
    OPENERS.iter().any(|(opener, _)| *opener == name) || BOTH.contains(&name) || TELL.contains(&name)
}

/// Whether one of these functions may be called through a pointer.
fn is_any_pointed_to(program: &Program, is_meant: fn(&str) -> bool) -> bool {
    let is_one = |constant: &Const| {
        let Const::Function(id) = constant else { return false };
        let function = program.functions.get(id.index()).filter(|function| function.runtime);
        function.is_some_and(|function| is_meant(&function.name))
    };
    let in_global = |part: &GlobalInit| match part {
        GlobalInit::Address(_, constant) => is_one(constant),
        _ => false,
    };
    program.consts.iter().any(is_one) || program.globals.iter().any(|global| global.init.iter().any(in_global))
}

/// The directory in which the process begins, as the runtime has it (`runtime/directory.c`).
const BEGINS: &[u8] = b"cwd";

/// The name without parts that count for nothing, as the runtime has it: of what is where the
/// process begins, from there; else from the root.
pub(crate) fn clean(name: &[u8]) -> Vec<u8> {
    let mut parts: Vec<&[u8]> = if name.starts_with(b"/") { vec![] } else { vec![BEGINS] };
    for part in name.split(|byte| *byte == b'/').filter(|part| !part.is_empty() && *part != b".") {
        if part == b".." {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    match &parts[..] {
        [BEGINS] => b".".to_vec(),
        [BEGINS, inside @ ..] => inside.join(&b'/'),
        all => [b"/", &all.join(&b'/')[..]].concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_opened_for_what() {
        // Each line of `calls` is a part of main.
        let told = |calls: &str| {
            let names = ["r", "w", "a+", "log", "./log", "other", "/log"];
            let texts = (0..).zip(names).map(|(n, name)| {
                format!("global @t{n} size {} align 1 constant {{ 0: bytes \"{name}\\00\" }}\n", name.len() + 1)
            });
            let functions = "func &fopen(2 -> 1) regs 2 {\nreturn 0\n}\nfunc &open(2 -> 1) regs 2 {\nreturn 0\n}\n\
                             func &ftell(1 -> 1) regs 1 {\nreturn 0\n}\nfunc &tmpfile(0 -> 1) regs 1 {\nreturn 0\n}\n\
                             func &close(1 -> 1) regs 1 {\nreturn 0\n}\n\
                             func &putc_unlocked(2 -> 1) regs 2 {\nreturn 0\n}\n\
                             func &fclose(1 -> 1) regs 1 {\nreturn 0\n}\n";
            let mut text =
                format!("{}{functions}func &main(0 -> 1) regs 4 {{\n{calls}return 0\n}}\n", texts.collect::<String>());
            for (n, name) in names.iter().enumerate() {
                text = text.replace(&format!("'{name}'"), &format!("@t{n}"));
            }
            let mut program: Program = text.parse().unwrap();
            program.functions[..7].iter_mut().for_each(|function| function.runtime = true);
            super::told(&program)
        };
        let tells = |calls: &str| told(calls).content;
        let open = |name: &str, mode: &str| format!("%1 = call &fopen({name}, {mode})\n");
        let writes = open("'log'", "'w'");
        let asks = "%2 = call &ftell(%1)\n";
        assert!(!tells("") && !tells(&writes) && !tells(&open("'log'", "'r'")));
        assert!(!tells(&(open("'log'", "'r'") + asks)), "nothing is written");
        assert!(tells(&(writes.clone() + asks)));
        assert!(tells(&open("'log'", "'a+'")) && tells(&open("'log'", "%0")) && tells("%1 = call &tmpfile()\n"));
        for (name, is_told) in [("'log'", true), ("'./log'", true), ("%0", true), ("'other'", false), ("'/log'", false)]
        {
            assert_eq!(tells(&(writes.clone() + &open(name, "'r'"))), is_told, "{name}");
        }
        assert!(tells(&(open("%0", "'w'") + &open("'other'", "'r'"))), "it may be any");
        let flags = |flags: u32| format!("%1 = call &open('log', {flags})\n");
        assert!(!tells(&flags(0o101)) && !tells(&flags(0)) && tells(&flags(2)));
        assert!(tells(&(flags(1) + &flags(0))) && tells(&flags(0o1000)), "to read, and cut off");
        assert!(tells("%1 = move &fopen\n"), "called through a pointer");
        let streams = |calls: &str| told(&(writes.clone() + calls)).streams;
        assert!(!streams("") && !streams("%2 = call &fclose(%1)\n") && streams(&open("'log'", "'r'")));
        for calls in ["%2 = call &close(3)\n", "%2 = call &putc_unlocked(0, %1)\n", "%2 = move &close\n"] {
            assert_eq!(
                told(&(writes.clone() + calls)),
                Told { content: false, streams: true, show: None, replaces: false },
                "{calls}"
            );
        }
    }
}
