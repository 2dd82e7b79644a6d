//! Which memory model an exploration is for: what `--model auto` means for the program at hand.
//!
//! A program whose atomic accesses and fences are all `seq_cst` has, as long as it is free of data
//! races, the same executions under rc11 as under sequential consistency (Lahav, Vafeiadis, Kang,
//! Hur, Dreyer: *Repairing Sequential Consistency in C/C++11*, PLDI 2017, Theorem 4), and a race
//! shows under both. So `auto` takes the cheaper sc where no weaker access can be reached, else
//! rc11.
//!
//! Operations on synchronisation objects that may fail, or ask, are weaker as well: what they saw
//! others do does not happen before what comes next ([`threadbare_op::SyncOp::orders_nothing`]), so
//! that the next atomic load may read something older. Without atomic accesses there is nothing to
//! read so: then each operation reads from the one before it at its object, in all models, and
//! these orders are those of an interleaving. Where there are both, `auto` takes rc11.
//!
//! So it does where there are no atomic accesses, but operations which acquire or release, and need
//! not come in pairs (semaphores, read-write locks, condition variables, `pthread_once`): of two
//! posts neither happens before the other, under sc the first does. That hides a race where a try
//! has told which was first, so that the other order is none of the program.
//!
//! Signals are like that, too: that a thread waited when it was signalled does not order what it
//! did before that with what the signalling thread does next. But the latter is not told, so that
//! it takes a third thread to see it. That is left to whoever asks for rc11; only, it is not said
//! that sc comes to the same. Nor is it of calls on descriptors which fail rather than wait: races
//! go by what they order, under every model.
//!
//! What may be *reached* (`Reachable`) counts. The libraries that come with the tool are looked
//! through but not counted: what their own few weaker accesses (thread-specific data) may see,
//! POSIX leaves open anyway.

use crate::names;
use crate::places::Places;
use crate::plan::{Plan, Task};
use crate::reached::{Reachable, calls};
use threadbare_machine::{may_only_look, orders_one_way, waits_or_peeks};
use threadbare_op::{Model, Order};
use threadbare_program::{FuncId, Inst, Pc, Program};
use threadbare_session::Algorithm;

/// The memory model of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decided {
    /// Which.
    pub model: Model,
    /// Why, if nobody has asked for it: completes "rc11, since ...".
    pub reason: Option<String>,
}

/// The memory model that the plan means for this program.
///
/// # Errors
/// A sentence that says why the explorer that was asked for does not go with what the program
/// needs.
pub fn decide(plan: &Plan, program: &Program) -> Result<Decided, String> {
    if let Task::Replay { schedule, .. } = &plan.task {
        // An execution is one of the model that it was found under.
        return Ok(Decided { model: schedule.model, reason: None });
    }
    if let Some(model) = plan.model {
        return Ok(Decided { model, reason: None });
    }
    let reached = Reachable::of(program);
    let weak = weak_access(program, &reached).or_else(|| weak_operation(program, &reached));
    let interleaves = plan
        .exploration()
        .map(|exploration| exploration.algorithm)
        .filter(|algorithm| !matches!(algorithm, Algorithm::Graph | Algorithm::Random));
    Ok(match (weak, interleaves) {
        (Some(why), Some(Algorithm::Prefix)) => {
            return Err(format!(
                "--explorer prefix knows only sequential consistency, but {why}: give --model sc to explore interleavings \
                 all the same. Without --cutoffs or --explorer, known states are looked for under rc11 as well, if what is \
                 weaker is ordered by other things",
            ));
        }
        (Some(why), Some(algorithm)) => {
            return Err(format!(
                "--explorer {} knows only sequential consistency, but {why}: \
                 give --model sc to explore interleavings all the same, or use --explorer graph",
                algorithm.name()
            ));
        }
        (Some(why), None) => Decided { model: Model::Rc11, reason: Some(why) },
        (None, _) => {
            let others = has_atomic_access(program, &reached)
                && calls(program, &reached, |name, _| waits_or_peeks(name)).is_some();
            Decided { model: Model::Sc, reason: Some(if others { ONLY_STRONG } else { STRONG }.into()) }
        }
    })
}

const STRONG: &str = "no atomic access is weaker than seq_cst; without data races it coincides with rc11";
const ONLY_STRONG: &str = "no atomic access is weaker than seq_cst";

/// The first operation on a synchronisation object that may order nothing, if that makes a
/// difference.
fn weak_operation(program: &Program, reached: &Reachable<'_>) -> Option<String> {
    if !has_atomic_access(program, reached) && calls(program, reached, |name, _| orders_one_way(name)).is_none() {
        return None;
    }
    if reached.runs("pthread_mutexattr_setrobust") {
        return Some("it has robust mutexes, of which a lock that fails orders nothing".into());
    }
    let (place, name) = calls(program, reached, |name, _| may_only_look(name))?;
    let what = format!("{name}, which orders nothing if it fails or only asks");
    Some(match place {
        Some(place) => format!("{place} calls {what}"),
        None => format!("it calls {what}"),
    })
}

fn has_atomic_access(program: &Program, reached: &Reachable<'_>) -> bool {
    let code = program.functions.iter().zip(&reached.code).filter(|(function, _)| !function.runtime);
    let mut all = code.flat_map(|(function, reached)| function.code.iter().zip(reached));
    all.any(|(inst, reached)| *reached && (is_atomic(inst) || program.wide_access(inst).is_some()))
}

fn is_atomic(inst: &Inst) -> bool {
    match inst {
        Inst::Load { order, .. } | Inst::Store { order, .. } => *order != Order::Plain,
        Inst::Rmw { .. } | Inst::Cas { .. } | Inst::Fence { .. } => true,
        _ => false,
    }
}

/// The first atomic access or fence, in the order of the program's text, that is weaker than
/// `seq_cst` and may be reached: "prog.c:12 has a relaxed load".
fn weak_access(program: &Program, reachable: &Reachable<'_>) -> Option<String> {
    let places = Places::new(program);
    let functions = (0..).map(FuncId).zip(program.functions.iter().zip(&reachable.code));
    let weak = functions.filter(|(_, (function, _))| !function.runtime).filter_map(|(id, (function, reached))| {
        let mut code = (0..).map(Pc).zip(function.code.iter().zip(reached)).filter(|(_, (_, reached))| **reached);
        let (site, what) = code.find_map(|(pc, (inst, _))| Some((program.site(id, pc), weaker(program, inst)?)))?;
        Some((places.near(site), site, what))
    });
    let (place, site, what) = weak.min_by_key(|(place, site, _)| (place.is_none(), place.clone(), *site))?;
    Some(match place {
        Some(place) => format!("{}:{} has {what}", place.file, place.line),
        None => format!("the function {} has {what}", places.function(site)),
    })
}

/// What an instruction is, if it is an atomic access or fence weaker than `seq_cst`.
fn weaker(program: &Program, inst: &Inst) -> Option<String> {
    let (order, what) = match *inst {
        Inst::Call { .. } => match program.wide_access(inst)? {
            (_, (Order::SeqCst, failure)) if failure != Order::SeqCst => {
                (failure, "failure order of a compare-and-swap")
            }
            (what, (order, _)) => (order, what),
        },
        Inst::Load { order, .. } => (order, "load"),
        Inst::Store { order, .. } => (order, "store"),
        Inst::Rmw { order, .. } => (order, "read-modify-write"),
        Inst::Fence { order } => (order, "fence"),
        Inst::Cas { orders: (Order::SeqCst, failure), .. } => (failure, "failure order of a compare-and-swap"),
        Inst::Cas { orders: (success, _), .. } => (success, "compare-and-swap"),
        _ => return None,
    };
    let article = if matches!(order, Order::Acquire | Order::AcqRel) { "an" } else { "a" };
    (!matches!(order, Order::Plain | Order::SeqCst)).then(|| format!("{article} {} {what}", names::order(order)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weak(text: &str) -> Option<String> {
        let program = Program::parse(text).unwrap();
        let reached = Reachable::of(&program);
        weak_access(&program, &reached).or_else(|| weak_operation(&program, &reached))
    }

    const MAIN: &str = "entry &main\nextern !starts results 1\nglobal @x size 4 align 4\n";

    #[test]
    fn the_weakest_order_decides() {
        let with = |inst: &str| weak(&format!("{MAIN}func &main(0 -> 1) regs 3 {{\n{inst}\nreturn 0\n}}\n"));
        for strong in ["%0 = load.4.seq_cst @x", "%0 = load.4 @x", "store.4 @x, 1", "fence.seq_cst"] {
            assert_eq!(with(strong), None, "{strong}");
        }
        for (inst, what) in [
            ("%0 = load.4.relaxed @x", "a relaxed load"),
            ("store.4.release @x, 1", "a release store"),
            ("fence.acq_rel", "an acq_rel fence"),
            ("%0 = rmw.add.4.acquire @x, 1", "an acquire read-modify-write"),
        ] {
            assert_eq!(with(inst), Some(format!("the function main has {what}")), "{inst}");
        }
    }

    #[test]
    fn to_leave_a_barrier_is_no_try() {
        let main = MAIN.replace("entry &main\n", "entry &main\nextern !__tb_barrier_leave results 1\n");
        let code = "%0 = load.4.seq_cst @x\n%1 = call !__tb_barrier_leave(@x)";
        assert_eq!(weak(&format!("{main}func &main(0 -> 1) regs 3 {{\n{code}\nreturn 0\n}}\n")), None);
    }

    #[test]
    fn tries_count_where_there_are_atomic_accesses() {
        let with = |inst: &str| {
            let main = MAIN.replace("entry &main\n", "entry &main\nextern !pthread_mutex_trylock results 1\n");
            weak(&format!("{main}func &main(0 -> 1) regs 3 {{\n{inst}\nreturn 0\n}}\n"))
        };
        let tries = "%1 = call !pthread_mutex_trylock(@x)";
        assert_eq!(with(tries), None, "no atomic access");
        assert_eq!(with("%0 = load.4.seq_cst @x"), None, "no try");
        assert_eq!(with(&format!("jump here\n{tries}\nhere:\n%0 = load.4.seq_cst @x")), None, "not reached");
        let why = with(&format!("%0 = load.4.seq_cst @x\n{tries}")).unwrap();
        assert_eq!(why, "it calls pthread_mutex_trylock, which orders nothing if it fails or only asks");
        assert_eq!(with(&format!("{tries}\n%0 = load.4.relaxed @x")).unwrap(), "the function main has a relaxed load");
    }

    #[test]
    fn what_is_not_reached_does_not_count() {
        let helper = "func &helper(0 -> 0) regs 1 {\n%0 = load.4.relaxed @x\nreturn\n}\n";
        let with = |main: &str| weak(&format!("{MAIN}{helper}func &main(0 -> 1) regs 3 {{\n{main}\nreturn 0\n}}\n"));
        let weak = Some("the function helper has a relaxed load".to_owned());
        assert_eq!(with(""), None, "never called");
        assert_eq!(with("call &helper()"), weak);
        assert_eq!(with("%0 = call !starts(&helper)"), weak, "its address is taken");
        assert_eq!(with("branch 0, there, here\nthere:\ncall &helper()\nhere:"), None, "a constant forbids it");
        assert_eq!(with("branch 1, there, here\nthere:\ncall &helper()\nhere:"), weak);
        assert_eq!(with("branch %0, there, here\nthere:\ncall &helper()\nhere:"), weak);
        assert_eq!(with("jump here\ncall &helper()\nhere:"), None, "behind a jump");
        assert_eq!(with("switch.32 2 [1: there] else other\nthere:\ncall &helper()\nother:"), None);
        assert_eq!(with("switch.32 1 [1: there] else other\nthere:\ncall &helper()\nother:"), weak);
    }
}
