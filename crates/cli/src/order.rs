//! Why nothing orders two accesses that race, although the one has led to the other: a write after
//! the first is read before the second, but the two do not synchronise.

use crate::names;
use threadbare_op::{Addr, Op, Order, ThreadId};
use threadbare_report::{Place, Strengthened};

/// What is to be known of an event for this.
#[derive(Clone, Debug)]
pub(crate) struct Past {
    pub(crate) thread: ThreadId,
    pub(crate) op: Op,
    /// Whether it has written.
    pub(crate) writes: bool,
    pub(crate) place: Option<Place>,
    /// The number of events by thread that happen before it, itself included.
    pub(crate) clock: Vec<u32>,
    /// The event whose write it reads, if it reads one.
    pub(crate) source: Option<usize>,
}

impl Past {
    fn knows(&self, thread: ThreadId, count: u32) -> bool {
        self.clock.get(thread.index()).is_some_and(|&known| known >= count)
    }

    fn order(&self) -> Order {
        match self.op {
            Op::Load { order, .. } | Op::Store { order, .. } | Op::Rmw { order, .. } => order,
            Op::Cas { success, failure, .. } => {
                if self.writes {
                    success
                } else {
                    failure
                }
            }
            Op::Fence { order } => order,
            _ => Order::Plain,
        }
    }

    fn is_fence(&self) -> bool {
        matches!(self.op, Op::Fence { .. })
    }

    fn releases(&self) -> bool {
        matches!(self.order(), Order::Release | Order::AcqRel | Order::SeqCst)
    }

    fn acquires(&self) -> bool {
        matches!(self.order(), Order::Acquire | Order::AcqRel | Order::SeqCst)
    }

    fn loc(&self) -> Option<Addr> {
        self.op.loc().map(|loc| loc.addr)
    }

    /// `the relaxed store at a.c:7`, without the order.
    fn name(&self) -> String {
        let what = match self.op {
            Op::Load { .. } => "load",
            Op::Store { .. } => "store",
            Op::Cas { .. } => "compare-and-swap",
            _ => "read-modify-write",
        };
        format!("the {what}{}", self.place.as_ref().map_or_else(String::new, Place::at))
    }
}

/// What was said, without what does not fit the orders that were seen to remove the fault.
pub(crate) fn fitting(said: String, remedy: &[Strengthened]) -> Option<String> {
    if fits(&said, remedy) {
        return Some(said);
    }
    said.split_once(": ").map(|(first, _)| first.to_owned())
}

/// Whether what was said of a missing order fits the orders that were seen to remove the fault: it
/// names no other places.
fn fits(said: &str, remedy: &[Strengthened]) -> bool {
    let names = |place: &Place| {
        said.match_indices(&place.at())
            .any(|(from, name)| !said[from + name.len()..].starts_with(|after: char| after.is_ascii_digit()))
    };
    !said.contains("synchronise") || remedy.iter().filter_map(|one| one.place.as_ref()).all(names)
}

/// The missing happens-before between an access and the next step of `second`, in a sentence, if
/// there is something to say. The access happens before what knows `count` events of `first`.
pub(crate) fn missing(events: &[Past], (first, count): (ThreadId, u32), second: ThreadId) -> Option<String> {
    let last = events.iter().rfind(|event| event.thread == second)?;
    let number = |at: usize| {
        let event = &events[at];
        events[..=at].iter().filter(|e| e.thread == event.thread).count() as u32 + 1
    };
    let (from, to) = events.iter().enumerate().rev().find_map(|(at, read)| {
        let write = events.get(read.source?)?;
        let leads = write.knows(first, count) && !read.knows(first, count) && last.knows(read.thread, number(at));
        let atomic = write.order() != Order::Plain && read.order() != Order::Plain && write.loc() == read.loc();
        (leads && atomic).then_some((read.source?, at))
    })?;
    let (write, read) = (&events[from], &events[to]);
    // A fence does as well, between the access and the write, or after the read.
    let released = |event: &Past| event.thread == write.thread && event.knows(first, count) && event.releases();
    let releases = write.releases() || events[..from].iter().any(|event| event.is_fence() && released(event));
    let acquired = |event: &Past| event.thread == read.thread && event.is_fence() && event.acquires();
    let acquires = read.acquires() || events[to..].iter().any(acquired);
    let (write_order, read_order) = (names::order(write.order()), names::order(read.order()));
    let has_failed = matches!(read.op, Op::Cas { .. }) && !read.writes;
    let (mut write, mut read) = (write.name(), read.name());
    if write == read && releases {
        write = "the one before it there".into();
    } else if write == read {
        read = "the next one there".into();
    }
    match (releases, acquires) {
        (false, false) if write_order == read_order => Some(format!(
            "{write} and {read}, which reads from it, are {write_order} and do not synchronise; with release and acquire \
             they would"
        )),
        (false, _) => Some(format!(
            "{write} is {write_order}, so {read}, which reads from it, does not synchronise with it; with release it would"
        )),
        (true, false) if has_failed => Some(format!(
            "{read} failed, and its failure order is {read_order}, so it does not synchronise with {write}; with acquire \
             on failure it would"
        )),
        (true, false) => {
            Some(format!("{read} is {read_order}, so it does not synchronise with {write}; with acquire it would"))
        }
        (true, true) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use threadbare_op::{Loc, Word};

    const FLAG: Loc = Loc::new(64, 4);

    fn event(thread: u32, op: Op, line: u32, clock: &[u32], source: Option<usize>) -> Past {
        let place = Some(Place { file: "a.c".into(), line, column: 1 });
        Past { thread: ThreadId(thread), op, writes: source.is_none(), place, clock: clock.to_vec(), source }
    }

    /// A plain access of thread 1 before its first event, which is the flag's store; thread 2 loads
    /// the flag.
    fn flag(store: Order, load: Order, known: u32) -> Option<String> {
        let events = [
            event(1, Op::Store { loc: FLAG, value: Word::new(1), order: store }, 7, &[0, 2], None),
            event(2, Op::Load { loc: FLAG, order: load }, 12, &[0, known, 2], Some(0)),
        ];
        missing(&events, (ThreadId(1), 2), ThreadId(2))
    }

    #[test]
    fn the_weak_side_is_named() {
        use Order::{Acquire, Plain, Relaxed, Release};
        assert_eq!(
            flag(Relaxed, Acquire, 0).unwrap(),
            "the store at a.c:7 is relaxed, so the load at a.c:12, which reads from it, does not synchronise with it; with \
             release it would"
        );
        assert_eq!(
            flag(Release, Relaxed, 0).unwrap(),
            "the load at a.c:12 is relaxed, so it does not synchronise with the store at a.c:7; with acquire it would"
        );
        assert_eq!(
            flag(Relaxed, Relaxed, 0).unwrap(),
            "the store at a.c:7 and the load at a.c:12, which reads from it, are relaxed and do not synchronise; with \
             release and acquire they would"
        );
        let said = flag(Relaxed, Relaxed, 0).unwrap();
        let removes = |lines: &[u32]| {
            let one = |line: &u32| {
                let place = Some(Place { file: "a.c".into(), line: *line, column: 1 });
                Strengthened { place, order: "release", on_failure: false }
            };
            fits(&said, &lines.iter().map(one).collect::<Vec<_>>())
        };
        assert!(removes(&[]) && removes(&[7]) && removes(&[7, 12]));
        assert!(!removes(&[1]) && !removes(&[7, 45]), "another place");
        assert_eq!(flag(Plain, Acquire, 0), None, "a plain access takes no part");
        assert_eq!(flag(Release, Acquire, 2), None, "nothing is missing");
    }

    #[test]
    fn a_fence_does_as_well() {
        let relaxed = Order::Relaxed;
        let store = event(1, Op::Store { loc: FLAG, value: Word::new(1), order: relaxed }, 7, &[0, 2], None);
        let load = |source| event(2, Op::Load { loc: FLAG, order: relaxed }, 12, &[0, 0, 2], Some(source));
        let fence = |thread, order, clock: &[u32]| event(thread, Op::Fence { order }, 5, clock, None);
        let said = |events: &[Past]| missing(events, (ThreadId(1), 2), ThreadId(2)).unwrap();
        let acquires = [store.clone(), load(0), fence(2, Order::Acquire, &[0, 0, 3])];
        assert!(said(&acquires).ends_with("does not synchronise with it; with release it would"));
        let releases = [fence(1, Order::Release, &[0, 2]), store.clone(), load(1)];
        assert!(said(&releases).ends_with("; with acquire it would"));
        let too_early = [fence(1, Order::Release, &[0, 1]), store, load(1)];
        assert!(said(&too_early).ends_with("; with release and acquire they would"));
    }

    #[test]
    fn a_failed_exchange_has_the_order_on_failure() {
        let store = Op::Store { loc: FLAG, value: Word::new(1), order: Order::Release };
        let (expected, new) = (Word::new(0), Word::new(1));
        let cas = Op::Cas { loc: FLAG, expected, new, success: Order::Acquire, failure: Order::Relaxed };
        let events = [event(1, store, 7, &[0, 2], None), event(2, cas, 12, &[0, 0, 2], Some(0))];
        assert_eq!(
            missing(&events, (ThreadId(1), 2), ThreadId(2)).unwrap(),
            "the compare-and-swap at a.c:12 failed, and its failure order is relaxed, so it does not synchronise with the \
             store at a.c:7; with acquire on failure it would"
        );
    }

    #[test]
    fn two_on_one_line_are_named_once() {
        let both = |order: Order| {
            let add = Op::Rmw { loc: FLAG, op: threadbare_op::RmwOp::Add, operand: Word::new(1), order };
            let events = [event(1, add, 7, &[0, 2], None), event(2, add, 7, &[0, 0, 2], Some(0))];
            missing(&events, (ThreadId(1), 2), ThreadId(2)).unwrap()
        };
        assert_eq!(
            both(Order::Relaxed),
            "the read-modify-write at a.c:7 and the next one there, which reads from it, are relaxed and do not \
             synchronise; with release and acquire they would"
        );
        assert_eq!(
            both(Order::Release),
            "the read-modify-write at a.c:7 is release, so it does not synchronise with the one before it there; with \
             acquire it would"
        );
    }

    #[test]
    fn what_leads_nowhere_is_not_blamed() {
        let store = Op::Store { loc: FLAG, value: Word::new(1), order: Order::Relaxed };
        let load = Op::Load { loc: FLAG, order: Order::Relaxed };
        // The store comes before the access; the load is of a third thread, of which the second
        // knows nothing.
        let before = [event(1, store, 7, &[0, 2], None), event(2, load, 12, &[0, 0, 2], Some(0))];
        assert_eq!(missing(&before, (ThreadId(1), 3), ThreadId(2)), None);
        let third = [
            event(1, store, 7, &[0, 2], None),
            event(3, load, 12, &[0, 0, 0, 2], Some(0)),
            event(2, store, 20, &[0, 0, 2], None),
        ];
        assert_eq!(missing(&third, (ThreadId(1), 2), ThreadId(2)), None);
    }
}
