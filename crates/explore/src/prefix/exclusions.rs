//! What comes after different answers to one question is not concurrent.
//!
//! Of a question that is asked at one place of one thread that is so by itself. Of one that is
//! asked at several places it is noted, for each of its two answers, which conditions come after
//! it. That answers exclude each other in other ways shows only when they are performed.

use super::net::{ConditionId, Event, EventId, Name};
use super::row::Row;
use rustc_hash::FxHashMap;
use std::ops::Range;
use threadbare_op::Question;

/// The questions so far.
#[derive(Debug, Default)]
pub(super) struct Exclusions {
    asked: FxHashMap<Question, Asked>,
    /// Those that were asked at several places.
    shared: Vec<Question>,
}

#[derive(Debug)]
struct Asked {
    /// Where the thread stood that asked first.
    place: ConditionId,
    /// In the order of their numbers.
    events: Vec<(EventId, u32)>,
    /// By answer, what comes after it; kept once it is asked at several places.
    after: [Row; 2],
    is_shared: bool,
}

impl Asked {
    /// Notes what an event has made, if it comes after an answer.
    fn note(&mut self, event: EventId, consumes: &[ConditionId], makes: Range<ConditionId>) {
        for (answer, row) in (0..).zip(&mut self.after) {
            if self.events.binary_search(&(event, answer)).is_ok() || consumes.iter().any(|one| row.has(*one)) {
                makes.clone().for_each(|condition| row.insert(condition));
            }
        }
    }
}

impl Exclusions {
    /// An event is about to be added, the next one, that was given this answer. Gives what it
    /// excludes.
    pub(super) fn ask(&mut self, events: &[Event], name: &Name, (question, answer): (Question, u32)) -> Option<&Row> {
        let place = name.consumes[0];
        let new = || Asked { place, events: Vec::new(), after: <[Row; 2]>::default(), is_shared: false };
        let asked = self.asked.entry(question).or_insert_with(new);
        if !asked.is_shared && asked.place != place {
            asked.is_shared = true;
            self.shared.push(question);
            for (number, event) in (0..).zip(events) {
                asked.note(number, &event.name.consumes, event.makes.clone());
            }
        }
        asked.events.push((events.len() as EventId, answer));
        asked.is_shared.then_some(&asked.after[usize::from(answer == 0)])
    }

    /// An event is added.
    pub(super) fn add(&mut self, event: EventId, consumes: &[ConditionId], makes: &Range<ConditionId>) {
        for question in &self.shared {
            if let Some(asked) = self.asked.get_mut(question) {
                asked.note(event, consumes, makes.clone());
            }
        }
    }
}
