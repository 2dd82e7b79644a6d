//! Accesses to parts of locations ([`crate::Sizes`]): what threads and reports are told of them.

use super::{Machine, State};
use crate::domain::Domain;
use crate::options::Sizes;
use crate::thread::part_at;
use threadbare_op::{Answer, Op, Part, Word};

impl<D: Domain> Machine<D> {
    /// Of the answer to the operation at which a state stands, what its thread is told: of a
    /// location of which it accesses a part, that part.
    #[inline]
    pub(super) fn of_part(&mut self, from: State, answer: Answer) -> Answer {
        let part = part_at(&self.arena, from.0);
        if part.size == 0 { answer } else { self.answer_of_part(part, answer) }
    }

    #[cold]
    fn answer_of_part(&mut self, part: Part, answer: Answer) -> Answer {
        let memory = &mut self.core.memory;
        match answer {
            _ if part.is_store => Answer::Done,
            Answer::Value(word) => Answer::Value(memory.word_of_part(word, part.from, part.size)),
            Answer::Compared { found, equal } => {
                Answer::Compared { found: memory.word_of_part(found, part.from, part.size), equal }
            }
            other => other,
        }
    }

    /// An access to memory as the program makes it, for reports: what it reads and writes of the part
    /// of a location that it accesses.
    pub fn as_made(&mut self, op: &mut Op, answer: &mut Option<Answer>, written: &mut Option<Word>) {
        let Some(loc) = op.loc().filter(|loc| loc.is_part()) else { return };
        *answer = answer.map(|answer| self.answer_of_part(loc.part, answer));
        *written = written.map(|word| self.core.memory.word_of_part(word, loc.part.from, loc.part.size));
        *op = op.of_part();
    }

    /// Memory is accessed in one size; what else there is, is a limit. Before it is started.
    pub fn refuse_sizes(&mut self) {
        self.core.options.sizes = Sizes::Refused;
        self.core.memory.refuse_sizes();
    }
}
