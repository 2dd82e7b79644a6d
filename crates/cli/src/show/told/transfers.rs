//! Which of the steps that the libraries tell of a table keeps: those that say why a fault came.

use super::{
    BEGUN, BROKEN, CLOSES, Descriptors, HUNG_UP, IS_READY, NOBODY_READS, NOT_OPEN, OPENS, READS_BYTES, READS_END,
    REGULAR, SHUTS_DOWN, TRUNCATES, WAITS_IN_POLL, WAITS_TO_READ, WOULD_WAIT, WRITES_BYTES, WRITES_NO_MORE, is_in_vain,
};
use std::collections::{BTreeMap, BTreeSet};
use threadbare_machine::Told;
use threadbare_report::Waiting;

impl Descriptors {
    /// The steps that say why a descriptor stood for nothing: those about its number.
    pub(in crate::show) fn about_closed(&self) -> Vec<usize> {
        let about = |told: &Told| matches!(told.what, NOT_OPEN | BEGUN).then_some(told.about);
        let closed: BTreeSet<u32> = self.steps.iter().filter_map(|(_, told)| about(told)).collect();
        let is_it = |told: &Told| matches!(told.what, OPENS..=NOT_OPEN | BEGUN) && closed.contains(&told.about);
        self.steps.iter().filter(|(_, told)| is_it(told)).map(|(step, _)| *step).collect()
    }

    /// The steps that say why nothing more comes from a pipe or socket, or nobody reads it, where a
    /// thread finds that.
    pub(in crate::show) fn about_ended(&self) -> Vec<usize> {
        let finds = |told: &Told| match told.what {
            READS_END | NOBODY_READS => true,
            IS_READY => told.numbers[0] & u64::from(HUNG_UP | BROKEN | WRITES_NO_MORE) != 0,
            _ => false,
        };
        let ended: BTreeSet<u64> =
            self.steps.iter().filter(|(_, told)| finds(told)).map(|(_, told)| told.file).collect();
        let is_it = |told: &Told| match told.what {
            CLOSES => ended.contains(&told.numbers[0]),
            SHUTS_DOWN => ended.contains(&told.file),
            _ => false,
        };
        self.steps.iter().filter(|(_, told)| is_it(told)).map(|(step, _)| *step).collect()
    }

    /// The steps that made the content of the files which are read by other threads than write
    /// them, unless there are many, and those that read it last. `texts`: the steps that write to
    /// streams, each with the descriptor.
    pub(in crate::show) fn about_content(
        &self,
        texts: &[(usize, u32)],
        thread_of: impl Fn(usize) -> u32,
    ) -> Vec<usize> {
        const MANY: usize = 24;
        let of_file = |told: &Told| told.what == TRUNCATES || told.numbers[1] == REGULAR;
        let of = |what: &'static [u32]| {
            self.steps.iter().filter(move |(_, told)| what.contains(&told.what) && of_file(told))
        };
        let last: BTreeMap<u64, usize> = of(&[READS_BYTES]).map(|(step, told)| (told.file, *step)).collect();
        let is_read = |step: usize, file: u64| last.get(&file).is_some_and(|last| step < *last);
        let changes = of(&[WRITES_BYTES, TRUNCATES]).map(|(step, told)| (*step, told.file));
        let flushed = |(step, descriptor): &(usize, u32)| {
            let mut later = of(&[WRITES_BYTES]).filter(|(at, told)| at > step && told.about == *descriptor);
            later.next().map(|(_, told)| (*step, told.file))
        };
        let all = changes.chain(texts.iter().filter_map(flushed)).filter(|(step, file)| is_read(*step, *file));
        let mut by_file: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for (step, file) in all {
            by_file.entry(file).or_default().push(step);
        }
        let others = |file: &u64, steps: &[usize]| steps.iter().any(|step| thread_of(*step) != thread_of(last[file]));
        by_file.retain(|file, steps| steps.len() <= MANY && others(file, steps));
        by_file.into_iter().flat_map(|(file, steps)| steps.into_iter().chain([last[&file]])).collect()
    }

    /// What goes through pipes, sockets and eventfds, and who looks for it: all of it if it is
    /// little, or else the last of each thread.
    pub(in crate::show) fn transfers(&self, thread_of: impl Fn(usize) -> u32) -> Vec<usize> {
        const MANY: usize = 24;
        const LAST: usize = 4;
        let is_one = |told: &Told| match told.what {
            READS_BYTES | WRITES_BYTES => told.numbers[1] != REGULAR,
            READS_END..=IS_READY => true,
            _ => is_in_vain(told),
        };
        // What only one thread uses tells nobody anything.
        let mut users: BTreeMap<u64, BTreeSet<u32>> = BTreeMap::new();
        for (step, told) in self.steps.iter().filter(|(_, told)| is_one(told)) {
            users.entry(told.file).or_default().insert(thread_of(*step));
        }
        let is_shared = |told: &Told| is_one(told) && users.get(&told.file).is_some_and(|threads| threads.len() > 1);
        let all: Vec<usize> = self.steps.iter().filter(|(_, told)| is_shared(told)).map(|(step, _)| *step).collect();
        let mut left: BTreeMap<u32, usize> = BTreeMap::new();
        let is_last = |step: &usize| {
            let left = left.entry(thread_of(*step)).or_insert(LAST);
            let is_last = *left > 0;
            *left = left.saturating_sub(1);
            is_last
        };
        if all.len() > MANY { all.into_iter().rev().filter(is_last).collect() } else { all }
    }

    /// The steps that write to streams what nobody gets, where one of these threads waits for
    /// bytes.
    pub(in crate::show) fn unflushed(&self, threads: &[Waiting], texts: &[(usize, u32)]) -> Vec<usize> {
        let is_read = |told: &Told| matches!(told.what, WAITS_TO_READ | WAITS_IN_POLL);
        let reads = |wait: &Waiting| self.awaited.get(&wait.thread).is_some_and(|all| all.iter().any(is_read));
        let is_left = |(step, descriptor): &&(usize, u32)| {
            let flushes = |told: &Told| told.what == WRITES_BYTES && told.about == *descriptor;
            !self.steps.iter().any(|(at, told)| at > step && flushes(told))
        };
        let left = texts.iter().filter(|_| threads.iter().any(reads)).filter(is_left);
        left.map(|(step, _)| *step).collect()
    }

    /// The steps about what these threads wait for, and the cancellations. A thread looks for
    /// something again and again only if it goes round a loop.
    pub(in crate::show) fn about(&self, threads: &[Waiting]) -> Vec<usize> {
        let of = |wait: &Waiting| {
            let all = self.awaited.get(&wait.thread).map_or(&[][..], Vec::as_slice);
            let loops = wait.loops;
            all.iter().filter(move |told| loops || told.what != WOULD_WAIT)
        };
        let awaited = threads.iter().flat_map(of);
        let files: BTreeSet<u64> = awaited.map(|told| told.file).chain([0]).collect();
        self.steps.iter().filter(|(_, told)| files.contains(&told.file)).map(|(step, _)| *step).collect()
    }
}
