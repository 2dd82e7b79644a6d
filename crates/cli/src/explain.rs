//! `threadbare explain`: what the tool sees of a program, without running it.

use crate::locals;
use crate::places::Places;
use std::collections::BTreeSet;
use threadbare_op::{Order, RmwOp};
use threadbare_program::{
    Callee, Const, FuncId, Function, Inst, LoopInfo, LoopKind, Loops, Operand, Pc, Program, ShapeId, ShapeKind,
};
use threadbare_report::EndlessLoop;
use threadbare_report::explain::{Entry, Explanation};

/// The functions that start a thread, and which of their parameters says what it runs.
pub(crate) const STARTERS: [(&str, usize); 2] = [("pthread_create", 2), ("thrd_create", 1)];

/// What there is to say about a program.
#[must_use]
pub fn explain(program: &Program, inputs: Vec<String>) -> Explanation {
    let places = Places::new(program);
    let mut out = Explanation { inputs, ..Explanation::default() };
    let mut libraries = BTreeSet::new();
    let mut unknown = BTreeSet::new();
    let calling = Calling::of(program);
    for (index, function) in program.functions.iter().enumerate().filter(|(_, f)| !f.runtime) {
        let place = |pc: usize| {
            let id = threadbare_program::FuncId(u32::try_from(index).unwrap_or(u32::MAX));
            places.place(program.site(id, Pc(u32::try_from(pc).unwrap_or(u32::MAX))))
        };
        let in_function = format!("in {}", name(function));
        for (pc, inst) in function.code.iter().enumerate() {
            match inst {
                Inst::Unsupported { what } => {
                    out.unsupported.push(Entry { text: format!("{what}, {in_function}"), place: place(pc) });
                }
                Inst::Call { callee, args, .. } => {
                    for name in args.iter().filter_map(|arg| unknown_function(program, *arg)) {
                        if unknown.insert(name.to_owned()) {
                            let text = format!("the function {name}, whose address is passed {in_function}");
                            out.unsupported.push(Entry { text, place: place(pc) });
                        }
                    }
                    let Some((called, whose)) = callee_name(program, *callee) else { continue };
                    if let Some((_, parameter)) = STARTERS.iter().find(|(starter, _)| *starter == called) {
                        let runs = args.get(*parameter).map_or("?".into(), |a| entry_function(program, *a));
                        out.threads.push(Entry { text: format!("{runs}, started {in_function}"), place: place(pc) });
                    }
                    // What the front end has put in place of an operation is no function of the
                    // library.
                    let is_operation = called.starts_with("__tb_");
                    // A weak function that nothing defines is null.
                    let is_null = matches!(callee, Callee::External(id) if program.externals[id.index()].weak)
                        && !threadbare_machine::is_known(called);
                    if whose == Whose::Program || is_operation || is_null {
                        continue;
                    }
                    if whose == Whose::Runtime || threadbare_machine::is_known(called) {
                        libraries.insert(called.to_owned());
                    } else if unknown.insert(called.to_owned()) {
                        let text = format!("the function {called}, called {in_function}");
                        out.unsupported.push(Entry { text, place: place(pc) });
                    }
                }
                _ => {}
            }
        }
        out.loops.extend(loops(program, function, &calling, &places));
    }
    out.libraries = libraries.into_iter().collect();
    out.shared = shared(program, &places);
    let own = (0..).map(FuncId).zip(&program.functions).filter(|(_, function)| !function.runtime);
    out.shared.extend(own.flat_map(|(id, _)| locals::shared(program, id, &places)));
    for (list, when) in [(&program.constructors, "before"), (&program.destructors, "after")] {
        for id in list {
            if let Some(function) = program.functions.get(id.index()).filter(|f| !f.runtime) {
                let place = function.debug.pos.and_then(|p| places.position(p));
                out.constructors.push(Entry { text: format!("{} ({when} main)", name(function)), place });
            }
        }
    }
    out
}

/// What others can see of a thread that does it: an iteration with such a call is no mere wait. (A
/// try that fails is none of these, nor is a wait for a condition variable.)
const ACTS: [&str; 6] =
    ["pthread_cond_signal", "pthread_cond_broadcast", "sem_post", "cnd_signal", "cnd_broadcast", "call_once"];

/// What others cannot see as long as nobody tries, if what is done until the release cannot be seen
/// either.
const LOCKS: [&str; 5] =
    ["pthread_mutex_lock", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock", "pthread_spin_lock", "mtx_lock"];

/// What fails instead of waiting.
const TRIES: [&str; 10] = [
    "pthread_mutex_trylock",
    "pthread_mutex_timedlock",
    "pthread_rwlock_tryrdlock",
    "pthread_rwlock_trywrlock",
    "pthread_rwlock_timedrdlock",
    "pthread_rwlock_timedwrlock",
    "pthread_spin_trylock",
    "sem_trywait",
    "mtx_trylock",
    "mtx_timedlock",
];

const UNLOCKS: [&str; 4] = ["pthread_mutex_unlock", "pthread_rwlock_unlock", "pthread_spin_unlock", "mtx_unlock"];

/// Who calls what in loops.
struct Calling {
    acts: Callers,
    locks: Callers,
    tries: Callers,
    unlocks: Callers,
}

impl Calling {
    fn of(program: &Program) -> Self {
        Self {
            acts: Callers::of(program, &ACTS),
            locks: Callers::of(program, &LOCKS),
            tries: Callers::of(program, &TRIES),
            unlocks: Callers::of(program, &UNLOCKS),
        }
    }

    /// Whether a loop tries locks, and does more to locks than to fail: each round may change what
    /// others see.
    fn tries_again(&self, any: impl Fn(&Callers) -> bool) -> bool {
        any(&self.tries) && (any(&self.locks) || any(&self.unlocks))
    }
}

/// The loops of a program that try locks again and again.
pub(crate) fn trying_loops(program: &Program) -> Vec<EndlessLoop> {
    let (places, calling) = (Places::new(program), Calling::of(program));
    let own = program.functions.iter().filter(|function| !function.runtime);
    let found = own.flat_map(|function| (0..).zip(&function.loops).map(move |(index, info)| (function, index, info)));
    let tries = |function: &Function, index: u32| {
        let body = Loops::body(program, function, index);
        calling.tries_again(|callers| body.iter().any(|pc| callers.calls(program, function, *pc)))
    };
    found
        .filter(|(function, index, _)| tries(function, *index))
        .filter_map(|(function, _, info)| {
            let place = places.position(info.pos?)?;
            Some(EndlessLoop { function: name(function).to_owned(), place, stayed: None, rounds: None, counted: false })
        })
        .collect()
}

/// The functions of a program that call one of some functions, or call one that does.
struct Callers {
    called: &'static [&'static str],
    functions: BTreeSet<usize>,
}

impl Callers {
    fn of(program: &Program, called: &'static [&'static str]) -> Self {
        let mut found = Self { called, functions: BTreeSet::new() };
        loop {
            let before = found.functions.len();
            for (index, function) in program.functions.iter().enumerate().filter(|(_, function)| !function.runtime) {
                if (0..).take(function.code.len()).any(|pc| found.calls(program, function, pc)) {
                    found.functions.insert(index);
                }
            }
            if found.functions.len() == before {
                return found;
            }
        }
    }

    /// Whether the instruction calls one, too. What is called through a pointer is not known.
    fn calls(&self, program: &Program, function: &Function, pc: u32) -> bool {
        let Some(Inst::Call { callee, .. }) = function.code.get(pc as usize) else { return false };
        let is_known = matches!(callee, Callee::Function(id) if self.functions.contains(&id.index()));
        is_known || callee_name(program, *callee).is_some_and(|(name, _)| self.called.contains(&name))
    }
}

/// The loops of a function, each with what it needs.
fn loops(program: &Program, function: &Function, calling: &Calling, places: &Places<'_>) -> Vec<Entry> {
    let loops = Loops::of(program, function);
    let entry = |(index, (info, kind)): (u32, (&LoopInfo, &LoopKind))| {
        let inside = if info.depth > 1 { ", inside another" } else { "" };
        let any = |callers: &Callers| {
            Loops::body(program, function, index).iter().any(|pc| callers.calls(program, function, *pc))
        };
        let nature = match (loops.waits.iter().any(|wait| wait.index == index), kind) {
            (_, kind) if *kind != LoopKind::Computes && !Loops::has_exit(program, function, index) => {
                "never ends: --cutoffs explores all states that it comes to, if these are finitely many; --unroll \
                 the first rounds"
            }
            (true, _) => "waits for an atomic variable to change: needs no --unroll",
            (false, LoopKind::MayWait) if any(&calling.acts) => "may need --unroll: it signals or posts",
            (false, LoopKind::MayWait) if calling.tries_again(any) => {
                "may need --unroll: it tries locks, and locks or unlocks in each round"
            }
            (false, LoopKind::MayWait) if writes_own(program, function, index) => {
                "may need --unroll: it writes a variable that threads may share"
            }
            (false, LoopKind::MayWait) if writes(program, function, index) => {
                "waits for others, and may need --unroll: it writes shared memory meanwhile"
            }
            (false, LoopKind::MayWait) if any(&calling.locks) => {
                "waits for others: needs no --unroll if it only reads under the lock, and nobody tries such locks"
            }
            (false, kind) => nature(*kind),
        };
        let text = format!("in {}{inside}: {nature}", name(function));
        Entry { text, place: info.pos.and_then(|p| places.position(p)) }
    };
    (0..).zip(function.loops.iter().zip(&loops.kinds)).map(entry).collect()
}

/// Whether a loop has writes to global variables, or atomic ones; exchanges may write what is
/// there.
fn writes(program: &Program, function: &Function, index: u32) -> bool {
    Loops::body(program, function, index).iter().any(|pc| match function.code.get(*pc as usize) {
        Some(Inst::Rmw { op, .. }) => *op != RmwOp::Xchg,
        Some(Inst::Store { order, addr, .. }) => {
            *order != Order::Plain || matches!(program.constant(*addr), Some(Const::Global(..)))
        }
        _ => false,
    })
}

/// Whether a loop writes a local variable that threads may share.
fn writes_own(program: &Program, function: &Function, index: u32) -> bool {
    Loops::body(program, function, index).iter().any(|pc| match function.code.get(*pc as usize) {
        Some(Inst::Store { addr, .. }) => locals::is_written(program, function, *addr),
        _ => false,
    })
}

/// What a loop needs, and why.
fn nature(kind: LoopKind) -> &'static str {
    match kind {
        LoopKind::Bounded => "bounded by a counter: --unroll leaves it alone",
        LoopKind::Counts { ends: true } => "bounded by a counter, or left before",
        LoopKind::Counts { ends: false } => "may need --unroll: each iteration changes a counter",
        LoopKind::Acts => "may need --unroll: each iteration writes shared memory",
        LoopKind::Computes => "reads no shared memory: it ends, or is recognised as endless, or reaches --max-steps",
        LoopKind::MayWait => "waits for others: needs no --unroll unless each iteration writes",
        LoopKind::Unknown => "may need --unroll: its shape is not known",
    }
}

pub(crate) fn name(function: &Function) -> &str {
    if function.debug.name.is_empty() { &function.name } else { &function.debug.name }
}

/// Who defines a function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whose {
    /// The program.
    Program,
    /// The C part of the libraries, which is compiled in.
    Runtime,
    /// Nobody, if the machine does not know it.
    Other,
}

/// The name of what is called, and who defines it; `None` if only the run will tell.
pub(crate) fn callee_name(program: &Program, callee: Callee) -> Option<(&str, Whose)> {
    match callee {
        Callee::Function(id) => program
            .functions
            .get(id.index())
            .map(|f| (f.name.as_str(), if f.runtime { Whose::Runtime } else { Whose::Program })),
        Callee::External(id) => program.externals.get(id.index()).map(|e| (e.name.as_str(), Whose::Other)),
        Callee::Pointer(_) => None,
    }
}

/// The name of a function that an operand is, if nobody defines it.
fn unknown_function(program: &Program, operand: Operand) -> Option<&str> {
    let Some(Const::External(id)) = program.constant(operand) else { return None };
    let external = program.externals.get(id.index())?;
    (!external.weak && !threadbare_machine::is_known(&external.name)).then_some(external.name.as_str())
}

/// What an operand that is a function is called.
fn entry_function(program: &Program, operand: Operand) -> String {
    match program.constant(operand) {
        Some(Const::Function(id)) => program.functions.get(id.index()).map_or("?".into(), |f| name(f).to_owned()),
        Some(Const::External(id)) => program.externals.get(id.index()).map_or("?".into(), |e| e.name.clone()),
        _ => "a function known when it runs".into(),
    }
}

/// What something of that shape is: `: struct node`.
pub(crate) fn kind(program: &Program, shape: Option<ShapeId>) -> String {
    let shape = shape.and_then(|s| program.shapes.get(s.0 as usize));
    match shape {
        Some(shape) if !shape.name.is_empty() => format!(": {}", shape.name),
        Some(shape) => match &shape.kind {
            ShapeKind::Array(_, n) => format!(": array of {n}"),
            ShapeKind::Pointer(_) => ": pointer".into(),
            _ => String::new(),
        },
        None => String::new(),
    }
}

pub(crate) fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".into() } else { format!("{count} bytes") }
}

/// The global variables that can change.
fn shared(program: &Program, places: &Places<'_>) -> Vec<Entry> {
    let visible = program.globals.iter().filter(|g| !g.constant && g.pos.is_some());
    let entry = |global: &threadbare_program::Global| {
        let kind = kind(program, global.shape);
        let own = if global.thread_local { ", one for each thread" } else { "" };
        let text = format!("{}{kind} ({}{own})", global.name, bytes(global.size));
        Entry { text, place: global.pos.and_then(|p| places.position(p)) }
    };
    visible.map(entry).collect()
}
