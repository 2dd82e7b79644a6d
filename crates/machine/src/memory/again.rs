//! Effects and plain accesses of a thread's steps that are performed again instead of running the
//! thread; see `crate::machine::remember`.
//!
//! *Accesses to memory that others may access* are performed again as such: with the check for
//! races, entries in the log and all else that [`Memory::load`] and [`Memory::store`] do. What a
//! thread learns from them is what it reads, and whether what it writes changes anything (an
//! effect, for loops that wait). If that is the same, so are its steps.
//!
//! *Accesses to memory of its own* need nothing: what it reads there is what it wrote; what it
//! writes is an effect that is known. Memory is a thread's own if it has allocated it and it is
//! assumed that nobody else accesses it ([`super::learned::assume`]), or, under `--races explore`, if it is
//! the one that has accessed it ([`Object::owner`]). Both are contradicted by the first access of
//! another thread, which ends the exploration. That it was the one before this step is told by the
//! thread's past: the first access, which makes it the owner, has an effect of its own, with which
//! nothing is remembered.
//!
//! *Visible accesses* under `--races explore` touch no memory here. That they are visible has been
//! learnt for good; but whether the object is there may depend on others, unless it is a global
//! variable, or a local one of the thread: so they are tried again, and have to stop the thread as
//! they did.

use super::log::Entry;
use super::object::{Kind, Object};
use super::{Memory, Next, knows};
use crate::domain::Domain;
use crate::halt::Halt;
use crate::layout::thread_of;
use crate::thread::Own;
use crate::value::Value;
use threadbare_op::{Addr, At, Site, ThreadId};

/// A plain access to memory that others may access.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Plain {
    addr: Addr,
    size: u8,
    site: Site,
    /// What was read or (to be) written, as [`Domain::pack`] has it.
    value: Value,
    done: Done,
}

/// What came of a plain access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Done {
    Read,
    /// Whether something else was there.
    Written {
        changes: bool,
    },
    /// It is visible: the thread stands at it.
    Stopped {
        writes: bool,
    },
}

/// One of the present steps, and the part of the log that it made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Noted {
    plain: Plain,
    from: u32,
    to: u32,
}

impl<D: Domain> Memory<D> {
    /// Steps of a thread begin; whether they are to be remembered.
    pub(crate) fn begin_to_note(&mut self, remember: bool) {
        self.local = remember;
        self.notes = remember;
        self.plain.clear();
    }

    /// Plain accesses are noted in any case.
    pub(crate) fn note_all(&mut self) {
        if !self.notes {
            self.notes = true;
            self.plain.clear();
        }
    }

    /// No more, until steps begin.
    pub(crate) fn note_no_more(&mut self) {
        self.notes = self.local;
    }

    /// What the thread does from now on, until [`Self::end_to_note_apart`], is not one of its
    /// steps. Gives what was noted of these.
    pub(crate) fn begin_to_note_apart(&mut self) -> (bool, Vec<Noted>) {
        (self.local, std::mem::take(&mut self.plain))
    }

    /// Says whether the accesses since then were those that had been noted before.
    pub(crate) fn end_to_note_apart(&mut self, (local, plain): (bool, Vec<Noted>)) -> bool {
        let is_same = self.noted().eq(plain.iter().map(|noted| noted.plain));
        (self.local, self.plain) = (local, plain);
        is_same
    }

    /// Notes a plain access, with the log's entries since then, if the steps are to be remembered.
    #[inline]
    pub(super) fn note_plain(&mut self, index: usize, part: (u64, u8), value: D::Value, done: Done, since: u32) {
        if self.notes {
            self.note_shared_plain(index, part, value, done, since);
        }
    }

    /// The same, if others may access that memory.
    fn note_shared_plain(&mut self, index: usize, (offset, size): (u64, u8), value: D::Value, done: Done, since: u32) {
        let object = &self.objects[index];
        let writes = matches!(done, Done::Written { .. } | Done::Stopped { writes: true });
        if !self.is_local(object, writes) {
            let plain = Plain { addr: object.addr + offset, size, site: self.who.site, value: D::pack(value), done };
            self.plain.push(Noted { plain, from: since, to: self.log_length() });
        }
    }

    /// Whether what a plain access of the running thread comes to is told by what the thread has
    /// done before: nobody else accesses the object, or the access will be visible and the object
    /// is there whatever others do.
    pub(super) fn is_local(&self, object: &Object<D::Value>, writes: bool) -> bool {
        match object.kind {
            Kind::Constant(_) => !writes,
            _ if !self.explores() => object.own && !object.assumed && !object.atomics,
            _ if self.owns(object, self.who.thread) => true,
            Kind::Global(_) => object.shared,
            Kind::Stack(_) | Kind::Local(_) => object.shared && thread_of(object.addr) == self.who.thread.0,
            _ => false,
        }
    }

    /// Whether an object is a thread's own.
    fn owns(&self, object: &Object<D::Value>, thread: ThreadId) -> bool {
        if self.explores() { object.owner == Some(thread.0 as u16) } else { thread_of(object.addr) == thread.0 }
    }

    /// The plain accesses noted.
    pub(crate) fn noted(&self) -> impl Iterator<Item = Plain> + '_ {
        self.plain.iter().map(|noted| noted.plain)
    }

    /// The effects since then that belong to none of the accesses noted.
    pub(crate) fn local_effects(&self, since: u32) -> impl Iterator<Item = Entry> + '_ {
        let mut noted = self.plain.iter().peekable();
        (since..self.log_length()).filter_map(move |place| {
            while noted.next_if(|noted| noted.to <= place).is_some() {}
            let is_of_access = noted.peek().is_some_and(|noted| noted.from <= place);
            (!is_of_access).then(|| self.log[place as usize])
        })
    }

    /// Performs plain accesses of the running thread again. Says whether they come to the same; if
    /// not, some of them may have been performed.
    pub(crate) fn access_again(&mut self, accesses: &[Plain]) -> bool {
        (self.local, self.notes) = (false, false);
        self.keeping_counters(|memory| accesses.iter().all(|access| memory.one_again(access)))
    }

    /// Acts for a thread that need not be the live one, to which the counters belong.
    pub(crate) fn keeping_counters<R>(&mut self, act: impl FnOnce(&mut Self) -> R) -> R {
        let Own { effects, content, fresh, exposure, .. } = self.who.own;
        let done = act(self);
        (self.who.own.effects, self.who.own.content) = (effects, content);
        (self.who.own.fresh, self.who.own.exposure) = (fresh, exposure);
        done
    }

    fn one_again(&mut self, &Plain { addr, size, site, value, done }: &Plain) -> bool {
        self.who.site = site;
        let is_same = match done {
            Done::Read => self.load(addr, size).map(|now| D::pack(now) == value),
            Done::Written { changes } => self.write_again(addr, size, D::unpack(value), changes),
            Done::Stopped { writes: false } => self.load(addr, size).map(|_| false),
            Done::Stopped { writes: true } => self.store(addr, size, D::unpack(value)).map(|()| false),
        };
        is_same.unwrap_or_else(|_halt| {
            let stops = matches!(self.faults.take_next(), Next::Op(op) if op.is_plain());
            stops && matches!(done, Done::Stopped { .. })
        })
    }

    /// Writes if that changes something, or not, as it did.
    fn write_again(&mut self, addr: Addr, size: u8, value: D::Value, changes: bool) -> Result<bool, Halt> {
        let Some((index, offset)) = self.find(addr, size) else { return Ok(false) };
        let now = self.domain.load(&self.objects[index].cells, offset as usize, size);
        if (now != value) != changes {
            return Ok(false);
        }
        self.store_in(index, offset, size, value).map(|()| true)
    }

    /// Whether what these effects of a thread change is as it was when they were performed.
    pub(crate) fn can_repeat(&self, effects: &[Entry], at: At<'_>) -> bool {
        let thread = at.thread;
        let living = |addr: Addr| {
            let object = &self.objects[self.table.get(addr)?];
            object.freed.is_none().then_some(object)
        };
        effects.iter().all(|entry| match *entry {
            Entry::Write { addr, old, size, .. } => living(addr).is_some_and(|object| {
                let now = self.domain.load(&object.cells, (addr - object.addr) as usize, size);
                self.owns(object, thread) && !object.syncs && now == self.domain.lift(Value::new(old))
            }),
            Entry::Free { addr, .. } => living(addr).is_some_and(|object| {
                let is_unseen = object.owner.is_none_or(|owner| u32::from(owner) == thread.0);
                thread_of(addr) == thread.0 && is_unseen && (object.own || is_after_all(object, at))
            }),
            Entry::Handle { thread, old, .. } => self.is_handle((thread, old)),
            _ => false,
        })
    }

    /// Whether that is what the handle of a thread is.
    pub(crate) fn is_handle(&self, (thread, bits): (u32, u8)) -> bool {
        self.handles.get(thread as usize) == Some(&bits)
    }

    /// Performs effects that [can be](Self::can_repeat) as new ones.
    pub(crate) fn repeat(&mut self, effects: &[Entry], at: At<'_>) {
        // A later write must not change one of these.
        self.segment = self.log_length();
        for entry in effects {
            if let Entry::Free { addr, freed, .. } = *entry {
                self.free_again(addr, freed, at);
            } else {
                self.perform(entry);
                self.log.push(*entry);
            }
        }
    }
}

/// Whether what is about to happen comes after all accesses to an object that others may access.
fn is_after_all<V>(object: &Object<V>, at: At<'_>) -> bool {
    object.words.iter().all(|word| word.records.iter().all(|rec| knows(at.thread, at.clock, rec)))
}

impl Entry {
    /// If it is the use of a thread's handle: of which thread, and what the handle was before.
    pub(crate) const fn handle(&self) -> Option<(u32, u8)> {
        match *self {
            Self::Handle { thread, old, .. } => Some((thread, old)),
            _ => None,
        }
    }

    /// Whether effects of this kind can be performed by [`Memory::repeat`].
    pub(crate) const fn is_local(&self) -> bool {
        matches!(self, Self::Write { .. } | Self::Free { .. } | Self::Handle { .. })
    }
}
