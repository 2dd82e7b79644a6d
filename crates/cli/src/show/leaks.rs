//! Memory that is never freed, by the place where it was allocated.

use super::Shown;
use super::naming::Objects;
use threadbare_machine::{Leak, Machine};
use threadbare_op::{Addr, Details, Fault, FaultKind, Site, ThreadId};

/// Memory that is never freed.
#[derive(Clone, Debug)]
pub struct Lost {
    /// As a fault.
    pub fault: Fault,
    /// The first object that was allocated there.
    addr: Addr,
}

/// So many objects are named.
const MOST_NAMED: usize = 3;

/// What is allocated now, by the place and the thread.
pub(super) fn lost(machine: &Machine, objects: &Objects) -> Vec<Lost> {
    by(machine, objects, |leak| (leak.site, leak.thread))
}

/// The same by the place only.
pub(super) fn by_place(machine: &Machine, objects: &Objects) -> Vec<Lost> {
    by(machine, objects, |leak| (leak.site, ThreadId::MAIN))
}

fn by(machine: &Machine, objects: &Objects, key: impl Fn(&Leak) -> (Site, ThreadId)) -> Vec<Lost> {
    let mut all = machine.leaks();
    all.sort_by_key(|leak| (key(leak), leak.addr));
    let places = all.chunk_by(|a, b| key(a) == key(b));
    let told = |leaks: &[Leak]| {
        let first = leaks.first()?;
        let name = |leak: &Leak| {
            let named = machine.named(leak.addr, leak.size);
            format!("`{}`", named.map_or_else(|| "memory".into(), |named| objects.object(&named)))
        };
        let mut names = leaks.iter().take(MOST_NAMED).map(name).collect::<Vec<_>>().join(", ");
        if leaks.len() > MOST_NAMED {
            names += &format!(" and {} more", leaks.len() - MOST_NAMED);
        }
        let bytes: u64 = leaks.iter().map(|leak| leak.size).sum();
        let plural = if bytes == 1 { "" } else { "s" };
        let is = if leaks.len() == 1 { "is" } else { "are" };
        let message = format!("{names} ({bytes} byte{plural}) {is} never freed");
        let details = Details::Said(message);
        let fault = Fault { kind: FaultKind::Leak, details, thread: first.thread, site: first.site, other: None };
        Some(Lost { fault, addr: first.addr })
    };
    places.filter_map(told).collect()
}

impl Shown {
    /// The step that allocated what is lost.
    pub(super) fn allocation(&self, fault: &Fault) -> Option<usize> {
        let addr = self.leaks.iter().find(|lost| lost.fault == *fault)?.addr;
        let is_it = |row: &threadbare_report::Row| {
            row.operation == "allocate" && row.touched.is_some_and(|touched| touched.addr == addr)
        };
        self.execution.rows.iter().position(is_it)
    }
}
