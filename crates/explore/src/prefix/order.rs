//! The total adequate order on local configurations: which of two with the same state and size is
//! kept.
//!
//! J. Esparza, S. Römer, W. Vogler: *An Improvement of McMillan's Unfolding Algorithm*, FMSD 2002,
//! and for products of components J. Esparza, S. Römer, CONCUR 1999. First the size; then, component
//! by component in a fixed order, how many events touch it; then which: of a thread what it chose, of
//! an object who used it, of a view who wrote, and where its thread read.
//!
//! The order is *total*: who used which object in which order determines an execution, since a
//! thread is a function of what it is told. It is *adequate*: more events of the same kind after two
//! configurations leave the order between them as it is.

use super::net::{Component, ConditionId, EventId, Name, Net};
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// By component, its events.
pub(super) type Words = BTreeMap<Component, Vec<u32>>;

/// The words of some events, given in the order of their numbers, and of a further one.
pub(super) fn words(net: &Net, events: &[EventId], more: (u32, &Name)) -> Words {
    let mut words = Words::new();
    let known = events.iter().map(|event| &net.events[*event as usize]).map(|event| (event.thread, &event.name));
    for (thread, name) in known.chain([more]) {
        for consumed in &name.consumes {
            let component = net.component_of(*consumed);
            let letter = match component {
                Component::Thread(of) if of == thread => name.choice.map_or(0, |choice| choice + 1),
                _ => thread,
            };
            words.entry(component).or_default().push(letter);
        }
    }
    words
}

/// How long the words of the threads are in the local configuration of an event. (They are the
/// first ones.) Zeros at the end are left out.
pub(super) fn lengths(net: &Net, name: &Name) -> SmallVec<[u32; 8]> {
    let places = net.places(&name.consumes);
    let length = |(thread, place): (u32, &ConditionId)| {
        let last = net.last_event((thread, *place));
        let producer = &net.events[net.conditions[*place as usize].producer as usize];
        // Who waits for the end of a thread uses where that stands.
        let is_joined =
            producer.name.consumes.iter().skip(1).any(|end| net.component_of(*end) == Component::Thread(thread));
        let is_used = name.consumes.iter().any(|used| net.component_of(*used) == Component::Thread(thread));
        net.events[last as usize].own + u32::from(is_joined) + u32::from(is_used)
    };
    let mut lengths: SmallVec<[u32; 8]> = (0..).zip(&places).map(length).collect();
    while lengths.last() == Some(&0) {
        lengths.pop();
    }
    lengths
}

/// Which of two configurations of the same size is less.
pub(super) fn compare(one: &Words, other: &Words) -> Ordering {
    let length = |words: &Words, component| words.get(component).map_or(0, Vec::len);
    let all: std::collections::BTreeSet<&Component> = one.keys().chain(other.keys()).collect();
    let lengths = all.iter().map(|component| length(one, component).cmp(&length(other, component)));
    let by_length = lengths.fold(Ordering::Equal, Ordering::then);
    by_length.then_with(|| one.values().cmp(other.values()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mix::Rng;

    /// As many events as the configurations at hand have, in some components.
    fn random(rng: &mut Rng) -> Words {
        let mut words = Words::new();
        for _ in 0..4 {
            let component = Component::Thread(rng.below(3) as u32);
            words.entry(component).or_default().push(rng.below(2) as u32);
        }
        words
    }

    fn then(words: &Words, more: &Words) -> Words {
        let mut all = words.clone();
        more.iter().for_each(|(component, letters)| all.entry(*component).or_default().extend(letters));
        all
    }

    /// Of two configurations one is less, and the same events after both leave it less. So no two events
    /// are cut for each other's sake.
    #[test]
    fn total_and_kept() {
        let mut rng = Rng::new(5);
        for _ in 0..20_000 {
            let [one, other, third, more] = [(); 4].map(|()| random(&mut rng));
            let order = compare(&one, &other);
            assert_eq!(order == Ordering::Equal, one == other, "{one:?} {other:?}");
            assert_eq!(compare(&other, &one), order.reverse());
            assert_eq!(compare(&then(&one, &more), &then(&other, &more)), order, "{one:?} {other:?} {more:?}");
            if order.is_lt() && compare(&other, &third).is_lt() {
                assert_eq!(compare(&one, &third), Ordering::Less, "{one:?} {other:?} {third:?}");
            }
        }
    }
}
