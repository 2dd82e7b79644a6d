//! Holds: an event in C or D keeps those with which it is in immediate conflict.

use super::structure::{Id, NONE, Structure};

/// `partner` keeps `event`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hold {
    event: Id,
    partner: Id,
    next_of_partner: u32,
    next_of_event: u32,
}

impl Structure {
    /// Keeps `event` as long as `partner`, with which it is in immediate conflict, is in C or D:
    /// until [`Self::drop_holds`].
    pub(super) fn hold(&mut self, partner: Id, event: Id) {
        // Mostly it has been held for long, and nothing else has come since.
        let newest = self[partner].holds;
        if newest != NONE && self.all_holds[newest as usize].event == event {
            return;
        }
        let mut at = self[event].held;
        while at != NONE {
            let hold = self.all_holds[at as usize];
            if hold.partner == partner {
                return;
            }
            at = hold.next_of_event;
        }
        let hold = Hold { event, partner, next_of_partner: self[partner].holds, next_of_event: self[event].held };
        let number = if self.free_hold == NONE {
            self.all_holds.push(hold);
            self.all_holds.len() as u32 - 1
        } else {
            let number = self.free_hold;
            self.free_hold = self.all_holds[number as usize].next_of_event;
            self.all_holds[number as usize] = hold;
            number
        };
        self[partner].holds = number;
        self[event].held = number;
        self.refer(event);
    }

    /// Ends all that `partner` holds.
    pub(super) fn drop_holds(&mut self, partner: Id) {
        let mut at = std::mem::replace(&mut self[partner].holds, NONE);
        while at != NONE {
            let Hold { event, next_of_partner, next_of_event, .. } = self.all_holds[at as usize];
            if self[event].held == at {
                self[event].held = next_of_event;
            } else {
                let mut before = self[event].held;
                while self.all_holds[before as usize].next_of_event != at {
                    before = self.all_holds[before as usize].next_of_event;
                }
                self.all_holds[before as usize].next_of_event = next_of_event;
            }
            self.all_holds[at as usize].next_of_event = self.free_hold;
            self.free_hold = at;
            self.release(event);
            at = next_of_partner;
        }
    }
}
