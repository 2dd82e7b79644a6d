//! Calls whose arguments may be of other kinds than the function takes: through pointers, and
//! variable ones.
//!
//! What does not fit is uninitialised: calling conventions pass floating-point numbers in other
//! registers than integers and pointers, so the function finds whatever was left where it looks.
//! Integers and pointers fit whatever their width, more arguments than are taken do no harm.

use super::{Flow, Running};
use crate::domain::Domain;
use crate::halt::Halt;
use crate::memory::Kind as Memory;
use crate::thread::NONE;
use crate::value::Value;
use threadbare_program::{CastOp, ExternId, FuncId, Inst, Kind, Operand, Reg, Signature, SignatureId};

/// The registers of x86-64 that pass integers and pointers, and those that pass floating-point
/// numbers.
const WORDS: u64 = 6;
const FLOATS: u64 = 8;
/// The bytes that a saved register takes, and that all of them take.
const WORD: u64 = 8;
const FLOAT: u64 = 16;
const SAVED: u64 = WORDS * WORD + FLOATS * FLOAT;

/// Where the arguments of a call lie: the registers that are taken, and the words in memory.
#[derive(Default)]
struct Taken {
    words: u64,
    floats: u64,
    memory: u64,
}

impl Taken {
    /// Where the next argument is in the area that begins with the saved registers.
    fn place(&mut self, kind: Kind) -> u64 {
        match kind {
            Kind::Word(_) | Kind::Signed(_) if self.words < WORDS => {
                self.words += 1;
                (self.words - 1) * WORD
            }
            Kind::Float(_) | Kind::Vector(_) if self.floats < FLOATS => {
                self.floats += 1;
                WORDS * WORD + (self.floats - 1) * FLOAT
            }
            _ => {
                self.memory += 1;
                SAVED + (self.memory - 1) * WORD
            }
        }
    }
}

/// Where the variable arguments of a call lie.
struct Layout {
    /// What the named ones take.
    named: Taken,
    /// Where each is in the area that begins with the saved registers.
    places: Vec<u64>,
    /// How large that is.
    end: u64,
}

/// How many results fit, from the first on.
fn fitting(expected: &Signature, given: &Signature) -> usize {
    expected.results.iter().zip(&given.results).take_while(|(expected, given)| given.fits(**expected)).count()
}

impl<D: Domain> Running<'_, D> {
    /// Whether a function expects each variable argument as a whole, where who does not know which
    /// function it is passes large ones in parts.
    pub(super) fn is_given_whole(&self, id: ExternId) -> bool {
        self.code.program.ilp32 && self.code.program.externals[id.index()].name.contains("printf")
    }

    pub(super) fn call_function(
        &mut self,
        id: FuncId,
        dst: Option<Reg>,
        args: &[Operand],
        kinds: Option<SignatureId>,
    ) -> Result<Flow, Halt> {
        if self.code.shapes[id.index()].section && !self.enter_section()? {
            return Ok(Flow::Frames);
        }
        let caller = self.live.frames.last().map_or(0, |frame| frame.base as usize);
        let base = self.live.slots.len();
        for &arg in args {
            let value = super::get(&self.live.slots[caller..], self.consts, arg);
            self.live.slots.push(value);
        }
        let mut dst = dst;
        if kinds.is_some() && kinds != self.code.program.functions[id.index()].kinds {
            dst = self.misfits(id, base, dst, kinds);
        }
        self.push_frame(id, base, dst.map_or(NONE, |reg| reg.0), kinds)
    }

    /// What does not fit becomes uninitialised: arguments, which are on the slot stack from `base`
    /// on, and results, which go to `dst`. Where the results go that do fit.
    #[cold]
    pub(super) fn misfits(
        &mut self,
        id: FuncId,
        base: usize,
        dst: Option<Reg>,
        kinds: Option<SignatureId>,
    ) -> Option<Reg> {
        let program = &self.code.program;
        let signature = |id: Option<SignatureId>| program.signature(id?);
        let (passed, taken) = (signature(kinds), signature(program.functions[id.index()].kinds));
        let (Some(passed), Some(taken)) = (passed, taken) else { return dst };
        let undef = self.core.lift(Value { bits: 0, undef: u64::MAX });
        // Those that come after one that does not fit are looked for elsewhere, too.
        let fit = passed.args.iter().zip(&taken.args).take_while(|(given, wanted)| given.fits(**wanted)).count();
        for (slot, (given, wanted)) in
            self.live.slots[base..base + fit].iter_mut().zip(passed.args.iter().zip(&taken.args))
        {
            let (op, from, to) = match (given, wanted) {
                (Kind::Signed(from), Kind::Word(to)) if from < to => (CastOp::SExt, *from, (*to).min(32)),
                (Kind::Word(from) | Kind::Signed(from), Kind::Word(to)) if to < from => (CastOp::Trunc, 64, *to),
                _ => continue,
            };
            let value = *slot;
            // There is always a result.
            let _ = self.core.memory.domain.cast(op, from, to, value, slot);
        }
        let count = passed.args.len().min(taken.args.len());
        self.live.slots[base + fit..base + count].fill(undef);
        let other_result = fitting(passed, taken) < passed.results.len().min(taken.results.len());
        if fit < count || other_result {
            let name = &program.functions[id.index()].debug.name;
            let what = if fit < count { "an argument is" } else { "the result is" };
            let message =
                format!("`{name}` is called as a function of another type: {what} of another kind, and uninitialised");
            self.core.memory.faults.note("call", message, self.core.memory.who.site);
        }
        let (fit, first) = (fitting(passed, taken), dst?);
        for n in fit..passed.results.len() {
            let frame = self.live.frames.last().map_or(0, |frame| frame.base as usize);
            self.live.slots[frame + first.0 as usize + n] = undef;
        }
        (fit > 0).then_some(first)
    }

    /// How many results of a function fit the call to which it returns.
    pub(super) fn fitting_results(&self, function: u32) -> usize {
        let program = &self.code.program;
        let Some(caller) = self.live.frames.last() else { return usize::MAX };
        let call = program.functions[caller.function as usize].code.get(caller.pc as usize);
        let Some(Inst::Call { kinds: Some(kinds), .. }) = call else { return usize::MAX };
        let given = program.functions[function as usize].kinds.and_then(|id| program.signature(id));
        match (program.signature(*kinds), given) {
            (Some(expected), Some(given)) => fitting(expected, given),
            _ => usize::MAX,
        }
    }

    /// What is kept before the variable arguments of a frame: the number of their signature and 1,
    /// 0 if there is none.
    pub(super) fn variable_kinds(&mut self, kinds: Option<SignatureId>) -> D::Value {
        self.core.lift(Value::new(kinds.map_or(0, |id| id.index() as u64 + 1)))
    }

    /// x86-64: `{ i32 gp_offset, i32 fp_offset, ptr overflow_area, ptr save_area }`, and the
    /// arguments are where the calling convention puts them. i386: a pointer to the arguments,
    /// which have 4 bytes each (larger ones were passed in parts).
    pub(super) fn va_start(&mut self, list: Operand) -> Result<(), Halt> {
        let list = self.decided(list, "a `va_list` is uninitialised")?;
        let Some(frame) = self.live.frames.last() else { return Ok(()) };
        let from = (frame.base + self.code.shapes[frame.function as usize].slots) as usize;
        let more = self.live.slots[from..].to_vec();
        let Layout { named, places, end } = self.variable_layout(frame.function, &more);
        let (start, word) = (self.begin_journal(), self.code.program.pointer_bytes());
        // The area is made before anything that can be visible, and found again in the journal.
        let area = match self.live.journal.entries.get(start) {
            Some(&area) => self.core.memory.bits(area),
            None => {
                let area = self.core.memory.allocate(end, 16, Memory::Stack(None), false)?;
                self.live.allocas.push(area);
                self.live.journal.entries.push(self.core.lift(Value::new(area)));
                area
            }
        };
        self.live.journal.at = start + 1;
        for (value, place) in more.iter().skip(1).zip(places) {
            self.store_once(area + place, word, *value)?;
        }
        let (words, floats) = (named.words * WORD, WORDS * WORD + named.floats * FLOAT);
        let parts: &[_] = match word {
            4 => &[(0, 4, area)],
            _ => &[(0, 4, words), (4, 4, floats), (8, 8, area + SAVED), (16, 8, area)],
        };
        for &(at, size, word) in parts {
            self.store_once(list + at, size, self.core.lift(Value::new(word)))?;
        }
        self.end_journal(start);
        Ok(())
    }

    /// Of what is kept in a frame of a function. Without a signature all are in memory.
    fn variable_layout(&mut self, function: u32, more: &[D::Value]) -> Layout {
        let program = &self.code.program;
        let function = &program.functions[function as usize];
        let count = more.len().saturating_sub(1) as u64;
        if program.ilp32 {
            return Layout { named: Taken::default(), places: (0..count).map(|n| 4 * n).collect(), end: 4 * count };
        }
        let kept = more.first().map_or(0, |&id| self.core.memory.bits(id));
        let id = u32::try_from(kept).ok().and_then(|id| SignatureId::at(id.checked_sub(1)?));
        let signature = |id: Option<SignatureId>| program.signature(id?).map(|signature| &signature.args[..]);
        let (mut taken, kinds) = match (signature(id), signature(function.kinds)) {
            (Some(passed), Some(named)) => {
                let mut taken = Taken::default();
                for &kind in named {
                    taken.place(kind);
                }
                (taken, passed.get(function.params as usize..).unwrap_or_default())
            }
            _ => (Taken { words: WORDS, floats: FLOATS, memory: 0 }, &[][..]),
        };
        taken.memory = 0;
        let named = Taken { ..taken };
        let place = |n| taken.place(kinds.get(n as usize).copied().unwrap_or(Kind::Memory));
        let places = (0..count).map(place).collect();
        Layout { named, places, end: SAVED + WORD * taken.memory }
    }
}
