//! Functions that run though no instruction calls them: start routines, exit handlers, what the
//! libraries call back. One of the machine's own has no frame, and is called by
//! [`threadbare_program::CALLER`], for which stands the place from which it has been handed over.

use super::Running;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::thread::{NONE, Stage, TO_LIBRARY};
use crate::value::Value;
use threadbare_op::{Addr, Site};
use threadbare_program::{Callee, FuncId};

impl<D: Domain> Running<'_, D> {
    /// A destructor of thread-specific data that belongs to the libraries is called where the
    /// thread has ended: of the function that calls it the program knows nothing.
    pub(super) fn call_at_end_of_thread(&mut self, callee: Callee) {
        let Stage::ThreadEnd(site) = self.live.stage else { return };
        let is_own = |id: FuncId| !self.code.program.functions[id.index()].runtime;
        if matches!(callee, Callee::Function(id) if is_own(id)) {
            return;
        }
        if let Some(top) = self.live.frames.last_mut().filter(|top| top.user == NONE) {
            top.user = site.0;
            self.core.memory.who.site = site;
        }
    }

    /// Begins to run the function at an address, which no function calls, with one argument. One of
    /// the machine's is called by another one.
    pub(super) fn begin_at(&mut self, addr: Addr, argument: D::Value) -> Result<(), Halt> {
        let site = self.core.memory.who.site;
        let id = match (self.function_at(addr)?, self.code.caller) {
            (Callee::Function(id), _) => id,
            (_, Some(caller)) => {
                self.live.slots.push(self.core.lift(Value::new(addr)));
                caller
            }
            (_, None) => return Err(self.core.unsupported("a thread that runs a library function".into())),
        };
        self.live.slots.push(argument);
        self.push_frame(id, 0, NONE, None)?;
        if let Some(frame) = self.live.frames.last_mut()
            && self.code.program.functions[id.index()].runtime
        {
            frame.user = site.0;
        }
        Ok(())
    }

    /// Makes the running thread one that is to run `routine(argument)`.
    pub(crate) fn begin(&mut self, routine: Addr, argument: D::Value, site: Site) -> Result<(), Halt> {
        self.drop_frames();
        self.live.stage = Stage::Routine;
        self.core.memory.who.site = site;
        self.core.memory.who.own.sections = 0;
        self.begin_at(routine, argument)?;
        if self.live.frames.last().is_some_and(|frame| frame.user == NONE) {
            self.core.memory.who.site = Site::UNKNOWN;
        }
        Ok(())
    }

    /// A library function calls `addr`; it is called again when that has returned.
    pub(super) fn call_back(&mut self, addr: Addr, args: &[Value]) -> Result<(), Halt> {
        self.core.memory.set_bulk(false);
        let base = self.live.slots.len();
        let id = match (self.function_at(addr)?, self.code.caller, args.len()) {
            (Callee::Function(id), ..) => id,
            (_, Some(caller), ..=1) => {
                self.live.slots.push(self.core.lift(Value::new(addr)));
                caller
            }
            _ => return Err(self.core.unsupported("a library function calls another one back".into())),
        };
        self.live.slots.extend(args.iter().map(|&arg| self.core.lift(arg)));
        self.push_frame(id, base, TO_LIBRARY, None)?;
        Ok(())
    }
}
