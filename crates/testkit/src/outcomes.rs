//! What the executions of a program come to, without the names of its threads: for the comparison
//! of explorations that do not reach the same executions (with and without symmetry; waiting in
//! loops and going round).

use crate::check::see;
use crate::class::{End, Stands};
use crate::explorers::ToyExplorer;
use crate::oracle::FaultKey;
use crate::program::Program;
use crate::toy::Toy;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::rc::Rc;
use threadbare_explore::Sink;
use threadbare_op::{Details, Fault, FaultId, FaultKind, Model, Schedule, Site, Stats, System};

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// Memory (if it is sequentially consistent) and registers, in the executions in which every
    /// thread comes to its end.
    pub finished: BTreeSet<String>,
    /// The same for all executions that are complete, or in which threads wait for ever.
    pub finals: BTreeSet<String>,
    /// What is wrong, and where: the places of all threads that have a part in it, in the execution
    /// that shows it. (Of faults that are reported as one it depends on the order of the
    /// exploration which one that is.)
    pub faults: BTreeSet<(FaultKind, BTreeSet<Site>)>,
    /// The faults as they are reported.
    pub reported: BTreeSet<(FaultKind, Site, Details)>,
    /// Complete executions.
    pub executions: u64,
    /// Others.
    pub blocked: u64,
}

struct Listener {
    ends: Vec<Schedule>,
    faults: Vec<(FaultId, Schedule)>,
    stats: Stats,
    limit: usize,
}

impl Listener {
    fn end(&mut self, stats: &Stats, schedule: Schedule) -> ControlFlow<()> {
        self.stats = *stats;
        self.ends.push(schedule);
        if self.ends.len() > self.limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Sink for Listener {
    fn execution(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.end(stats, schedule())
    }

    fn blocked(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.end(stats, schedule())
    }

    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        if self.faults.iter().all(|(known, _)| *known != fault) {
            self.faults.push((fault, schedule()));
        }
        ControlFlow::Continue(())
    }
}

/// Explores a program; `None` if it has more than `limit` executions, or if `toy` begins with
/// threads that are interchangeable and they turn out not to be.
///
/// # Errors
/// A schedule that does not lead where it should.
pub fn outcomes(
    mut explorer: ToyExplorer,
    mut toy: Toy,
    program: &Rc<Program>,
    limit: usize,
) -> Result<Option<Outcomes>, String> {
    let was_symmetric = toy.is_symmetric();
    let mut listener = Listener { ends: Vec::new(), faults: Vec::new(), stats: Stats::default(), limit };
    let coverage = explorer.run(&mut toy, &mut listener);
    if coverage.stopped || toy.is_symmetric() != was_symmetric {
        return Ok(None);
    }
    let stats = listener.stats;
    let mut all = Outcomes { executions: stats.executions, blocked: stats.blocked, ..Outcomes::default() };
    for schedule in &listener.ends {
        let seen = see(program, schedule)?;
        let mut threads: Vec<_> =
            seen.last.threads.iter().map(|(_, stands, registers)| (*stands, *registers)).collect();
        threads.sort_unstable();
        // What was written last is known of an interleaving only.
        let memory = (schedule.model == Model::Sc).then_some(seen.last.memory);
        let text = format!("{memory:?} {:?} {threads:?}", seen.last.variables);
        if threads.iter().all(|(stands, _)| *stands == Stands::Finished) {
            all.finished.insert(text.clone());
        }
        if matches!(seen.end, Some(End::Complete | End::Deadlock)) {
            all.finals.insert(text);
        }
    }
    for (fault, schedule) in &listener.faults {
        let (wanted, found) = (System::fault(&toy, *fault), see(program, schedule)?.faults);
        let (_, FaultKey { kind, site, parties, .. }) = (found.into_iter().find(|(fault, _)| fault == wanted))
            .ok_or_else(|| format!("{schedule}: replayed without the fault {wanted:?}"))?;
        let sites =
            if parties.is_empty() { BTreeSet::from([site]) } else { parties.into_iter().map(|p| p.1).collect() };
        all.faults.insert((kind, sites));
        let Fault { kind, site, details, .. } = wanted;
        all.reported.insert((*kind, *site, details.clone()));
    }
    Ok(Some(all))
}
