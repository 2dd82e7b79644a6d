//! Deadlines that are read from another clock than the one that the condition variable goes by: a
//! note. The wait ends at once then, or as good as never; here it may end whenever it likes, so
//! nothing shows it.
//!
//! ```text
//! clock_gettime(CLOCK_MONOTONIC, &until); until.tv_sec++; pthread_cond_timedwait(&cond, &mutex, &until);
//! ```
//!
//! A condition variable goes by `CLOCK_REALTIME`, unless attributes say otherwise
//! (`pthread_condattr_setclock`). Where a program never calls that, all of them do. Where it does,
//! only global variables that are initialised with attributes are known to go by the other.
//!
//! Not covered: a deadline that is computed in another function than the one that waits.

use crate::explain::callee_name;
use crate::places::Places;
use threadbare_program::{Const, FuncId, Inst, Operand, Pc, Program};
use threadbare_report::Note;

/// The clocks of `<time.h>` that go on from when the machine was started: also the raw and the
/// coarse one, and the one that counts sleep.
const SINCE_BOOT: [u64; 4] = [1, 4, 6, 7];
const MONOTONIC: u64 = 1;
const REALTIME: u64 = 0;
const REALTIME_COARSE: u64 = 5;

/// The first deadline that goes by another clock than its wait.
pub(crate) fn note(program: &Program) -> Option<Note> {
    let own = (0..).map(FuncId).zip(&program.functions).filter(|(_, function)| !function.runtime);
    let found = own.flat_map(|(id, function)| {
        let waits = calls(program, &function.code, "pthread_cond_timedwait");
        let wrong = waits.filter_map(|(pc, args)| Some((id, pc, wrong(program, &function.code, (pc, args))?)));
        wrong.collect::<Vec<_>>()
    });
    let (id, pc, message) = found.into_iter().next()?;
    Some(Note { kind: "clocks".into(), message, place: Places::new(program).place(program.site(id, Pc(pc))) })
}

/// The calls of a function of the library, or of the one that stands for it where only a deadline
/// comes of a reading of the clock.
fn calls<'p>(program: &'p Program, code: &'p [Inst], name: &'p str) -> impl Iterator<Item = (u32, &'p [Operand])> {
    (0..).zip(code).filter_map(move |(pc, inst)| {
        let Inst::Call { callee, args, .. } = inst else { return None };
        let (called, _) = callee_name(program, *callee)?;
        (called.strip_prefix("__tb_unread_").unwrap_or(called) == name).then_some((pc, &args[..]))
    })
}

fn number(program: &Program, operand: Option<&Operand>) -> Option<u64> {
    match program.constant(*operand?)? {
        Const::Bits(bits) => Some(*bits),
        _ => None,
    }
}

/// What is wrong with a wait, if something is.
fn wrong(program: &Program, code: &[Inst], (pc, args): (u32, &[Operand])) -> Option<String> {
    let (cond, until) = (args.first()?, args.get(2)?);
    let reads = calls(program, code, "clock_gettime").filter(|(at, read)| *at < pc && read.get(1) == Some(until));
    let clocks: Vec<u64> = reads.filter_map(|(_, read)| number(program, read.first())).collect();
    let all = |is: &dyn Fn(u64) -> bool| !clocks.is_empty() && clocks.iter().all(|clock| is(*clock));
    let chosen: Vec<Option<u64>> =
        everywhere(program, "pthread_condattr_setclock").map(|choice| number(program, choice.get(1))).collect();
    if chosen.is_empty() && all(&|clock| SINCE_BOOT.contains(&clock)) {
        return Some(
            "the deadline is read from a clock that began when the machine was started, but the condition variable goes by \
             CLOCK_REALTIME: the wait ends at once. Read CLOCK_REALTIME, or choose CLOCK_MONOTONIC with \
             pthread_condattr_setclock"
                .into(),
        );
    }
    let is_monotonic = || {
        let mut inits = everywhere(program, "pthread_cond_init").filter(|init| init.first() == Some(cond)).peekable();
        let is_global = matches!(program.constant(*cond), Some(Const::Global(..)));
        let with_attributes = |init: &[Operand]| number(program, init.get(1)) != Some(0);
        is_global && inits.peek().is_some() && inits.all(with_attributes)
    };
    let only_monotonic = !chosen.is_empty() && chosen.iter().all(|choice| *choice == Some(MONOTONIC));
    let is_late = only_monotonic && all(&|clock| [REALTIME, REALTIME_COARSE].contains(&clock)) && is_monotonic();
    is_late.then(|| {
        "the deadline is read from CLOCK_REALTIME, but the condition variable goes by CLOCK_MONOTONIC, as its attributes say: \
         the wait ends decades later. Read CLOCK_MONOTONIC"
            .into()
    })
}

/// The arguments of all calls of a function of the library.
fn everywhere<'p>(program: &'p Program, name: &'static str) -> impl Iterator<Item = &'p [Operand]> {
    let own = program.functions.iter().filter(|function| !function.runtime);
    own.flat_map(move |function| calls(program, &function.code, name).map(|(_, args)| args))
}
