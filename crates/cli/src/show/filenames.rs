//! What threads do with names of files: they look them up, give them and take them away.

use super::recorder::Recorder;
use super::step::Step;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use threadbare_machine::Record;
use threadbare_report::Touched;

// `enum` in crates/machine/runtime/tb.h.
const FINDS_NAME: u32 = 0;
const FINDS_NO_NAME: u32 = 1;
const GIVES_NAME: u32 = 2;
const TAKES_NAME: u32 = 3;
const MAKES_NAME: u32 = 4;

/// As if names were memory: they begin here.
const NAMES: u64 = u64::MAX << 56;
/// Of a name that more steps are about, none is said to decide something.
const MANY: usize = 24;

impl Recorder<'_> {
    /// A thread finds something under a name, or does something with it.
    pub(super) fn names(&mut self, record: &Record, what: u32, name: &[u8]) {
        self.add_told(record, text(what, name), touched(what, name));
    }
}

fn text(what: u32, name: &[u8]) -> String {
    let name = String::from_utf8_lossy(name);
    match what {
        FINDS_NAME => format!("finds {name:?}"),
        FINDS_NO_NAME => format!("finds no {name:?}"),
        MAKES_NAME => format!("makes {name:?}"),
        GIVES_NAME => format!("{name:?} stands for this file now"),
        _ => format!("{name:?} is gone now"),
    }
}

fn touched(what: u32, name: &[u8]) -> Touched {
    let number = BuildHasherDefault::<DefaultHasher>::default().hash_one(name);
    Touched { addr: NAMES | number >> 8, size: 1, writes: matches!(what, GIVES_NAME | TAKES_NAME | MAKES_NAME) }
}

/// The steps on names which one thread has looked up, and another one has given or taken away.
pub(super) fn deciding(steps: &[Step]) -> Vec<usize> {
    let mut by_name: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (at, step) in steps.iter().enumerate() {
        if let Some(touched) = step.row.touched.filter(|touched| touched.addr >= NAMES && touched.size == 1) {
            by_name.entry(touched.addr).or_default().push(at);
        }
    }
    let writes = |at: &usize| steps[*at].row.touched.is_some_and(|touched| touched.writes);
    by_name.retain(|_, all| {
        let others = |looks: &usize| {
            let thread = steps[*looks].row.thread;
            !writes(looks) && all.iter().any(|at| writes(at) && steps[*at].row.thread != thread)
        };
        all.len() <= MANY && all.iter().any(others)
    });
    by_name.into_values().flatten().collect()
}
