//! Writes down the steps of a replay. What objects are called shows at its end, when all of them
//! are known.

use super::aside::{Aside, is_of_runtime};
use super::barriers::Barriers;
use super::bits::Held;
use super::ends::{self, Exits};
use super::given::{Inputs, Part};
use super::misuse::Holders;
use super::naming::{Objects, Values, own_path};
use super::robust::Robust;
use super::semaphores::Semaphores;
use super::skips::Started;
use super::step::Step;
use super::streams::Streams;
use super::told::Descriptors;
use super::wakers::abilities;
use super::wakes::Wakes;
use super::who;
use super::wrappers::maker;
use crate::check::sources;
use crate::names;
use crate::order::Past;
use crate::places::{Places, inst_at};
use std::collections::BTreeSet;
use threadbare_explore::{Observer, Replayed};
use threadbare_machine::{Byte, Machine, Named, Record, Value, What, is_in_no_memory};
use threadbare_op::{Answer, Op, Pending, Site, SyncKind, SyncOp, System, ThreadId, Word};
use threadbare_program::{Inst, Program, ShapeId};
use threadbare_report::{Old, Row, ThreadInfo, Touched};

pub(super) type State = <Machine as System>::State;

/// No synchronisation object has more bytes.
const MOST_SYNC: u64 = 64;
/// No more output than this is kept of one execution.
const MOST_OUTPUT: usize = 1 << 20;
pub(super) struct Recorder<'a> {
    pub(super) places: Places<'a>,
    pub(super) steps: Vec<Step>,
    pub(super) aside: Aside,
    /// By visible event: the event, and its step.
    pub(super) past: Vec<Past>,
    pub(super) step_of: Vec<usize>,
    /// The steps that are not recorded: how many in all, and since the last one that is.
    pub(super) dropped: u64,
    pub(super) gap: u64,
    pub(super) output: Vec<u8>,
    pub(super) threads: Vec<ThreadInfo>,
    pub(super) started: Started,
    /// The input that was given.
    pub(super) inputs: Inputs,
    /// The thread that took an input last, while nothing was done since: what it is stored in may
    /// name it.
    taken: Option<u32>,
    /// The end of the program, as long as its thread has done nothing since.
    pub(super) ending: Option<Step>,
    wakes: Wakes,
    pub(super) barriers: Barriers,
    semaphores: Semaphores,
    robust: Robust,
    pub(super) holders: Holders,
    pub(super) exits: Exits,
    /// The blocks of the heap of which only the callers of what allocates them know what they are.
    pub(super) wrapped: Vec<(u64, String, ShapeId)>,
    pub(super) descriptors: Descriptors,
    pub(super) streams: Streams,
    /// The variables of type `va_list`, and where their arguments lie; the variables of functions
    /// of the libraries.
    of_libraries: BTreeSet<u64>,
}

impl Observer<Machine> for Recorder<'_> {
    fn before(&mut self, machine: &mut Machine, thread: ThreadId, pending: &Pending<State>) {
        self.drain(machine);
        self.meet(machine, thread, pending.state);
    }

    fn after(&mut self, machine: &mut Machine, event: &Replayed<State>) {
        let mut event = event.clone();
        machine.as_made(&mut event.op, &mut event.answer, &mut event.written);
        let event = &event;
        self.begin_handlers(event.thread, matches!(event.op, Op::Sync { op: SyncOp::Exit, .. }));
        let mut step = self.event(machine, event);
        step.row.old = event.before.and_then(|before| {
            let source = event.source.flatten().and_then(|step| self.step_of.get(step).copied());
            Some(Old { source, before: *self.step_of.get(before)? })
        });
        self.past.push(Past {
            thread: event.thread,
            op: event.op,
            writes: event.written.is_some(),
            place: step.row.place.clone(),
            clock: event.clock.clone(),
            source: event.source.flatten(),
        });
        // A copy whose parts interleave with other threads is one step where none does.
        let is_piece = machine.rules().explores_plain && event.op.is_plain();
        let at = if is_piece { self.join(&step) } else { None };
        self.step_of.push(at.unwrap_or(self.steps.len()));
        if at.is_none() {
            self.steps.push(step);
        }
        self.drain(machine);
    }
}

impl<'a> Recorder<'a> {
    pub(super) fn new(program: &'a Program) -> Self {
        Self {
            places: Places::new(program),
            steps: Vec::new(),
            aside: Aside::default(),
            past: Vec::new(),
            step_of: Vec::new(),
            dropped: 0,
            gap: 0,
            output: Vec::new(),
            started: Started::new(),
            threads: vec![ThreadInfo { function: "main".into(), ..ThreadInfo::default() }],
            inputs: Inputs::default(),
            taken: None,
            ending: None,
            wakes: Wakes::default(),
            barriers: Barriers::default(),
            semaphores: Semaphores::default(),
            robust: Robust::default(),
            holders: Holders::default(),
            exits: Exits::default(),
            wrapped: Vec::new(),
            descriptors: Descriptors::default(),
            streams: Streams::default(),
            of_libraries: BTreeSet::new(),
        }
    }

    pub(super) fn thread(&mut self, thread: ThreadId) -> &mut ThreadInfo {
        while self.threads.len() <= thread.index() {
            let number = self.threads.len() as u32;
            self.threads.push(ThreadInfo { number, ..ThreadInfo::default() });
        }
        &mut self.threads[thread.index()]
    }

    /// Learns the function that a thread runs from its outermost frame.
    pub(super) fn meet(&mut self, machine: &Machine, thread: ThreadId, state: State) {
        if thread == ThreadId::MAIN || !self.thread(thread).function.is_empty() {
            return;
        }
        let stack = machine.call_stack(state);
        if let Some(&site) = stack.iter().rev().find(|site| !self.places.is_runtime(**site)) {
            let program = self.places.program();
            let runs = program.locate(site).map(|(function, _)| function);
            let function = self.places.function(site);
            let info = self.thread(thread);
            (info.may_wake, info.only_looks) = abilities(program, runs);
            info.function = function;
        }
    }

    /// A visible event.
    #[expect(clippy::too_many_lines, reason = "one case for each operation")]
    fn event(&mut self, machine: &Machine, event: &Replayed<State>) -> Step {
        let stack = machine.call_stack(event.state);
        if matches!(event.op, Op::Sync { op: SyncOp::Exit, .. }) {
            self.exits.called(event.thread, (event.site, &stack));
        }
        let stack = self.exits.whole(event.thread, stack);
        let (site, _) = self.places.users(event.site, &stack);
        let row = Row {
            thread: event.thread.0,
            index: Some(event.index),
            operation: names::operation(&event.op).into(),
            order: names::order_of(&event.op),
            verb: names::rmw(&event.op),
            place: self.places.place(site).filter(|_| !self.places.is_runtime(site)),
            function: self.places.function(site),
            ..Row::default()
        };
        let callers = if stack.first() == Some(&event.site) { &stack[1..] } else { &stack[..] };
        let mut step = Step { unit: 0, ..Step::new(row, event.site, callers.into()) };
        let answer = match event.answer {
            Some(Answer::Value(value)) => Some(value),
            _ => None,
        };
        let result = match event.answer {
            Some(Answer::Result(result)) => Some(result),
            _ => None,
        };
        if let Some(loc) = event.op.loc() {
            let bytes = |value: Word| machine.bytes_of(value, loc.size);
            let stores = match event.op {
                Op::Store { value, .. } => Some(value),
                _ => event.written,
            };
            step.touch(machine, loc.addr, u64::from(loc.size), stores.is_some());
            self.mark(&mut step);
            step.written = stores.map(bytes);
            step.read = match event.answer {
                Some(Answer::Uninit) => Some(vec![Byte::UNINIT; loc.size.into()]),
                _ => answer.map(bytes),
            };
            if let (Op::Cas { expected, .. }, Some(_), None) = (event.op, answer, event.written) {
                step.expected = Some(bytes(expected));
            }
        }
        match event.op {
            // Its object is the program.
            Op::Sync { op: SyncOp::Exit, .. } => {
                step.misuses = event.answer.is_none().then_some(("program", None));
            }
            Op::Sync { object, op } => self.sync(machine, &mut step, (object, op), result),
            Op::Spawn => {
                if let Some(Answer::Thread(child)) = event.answer {
                    let runs = machine.started_function(event.state);
                    let argument = machine.started_with(event.state);
                    if let Some(runs) = runs {
                        self.started.insert(child.0, (runs, argument));
                    }
                    let function = self.places.started(runs);
                    let started = step.row.place.clone();
                    // A function of the libraries runs another one, which shows later.
                    let (may_wake, only_looks) = abilities(self.places.program(), runs);
                    let info = self.thread(child);
                    (info.started, info.may_wake, info.only_looks) = (started, may_wake, only_looks);
                    if let (Some(function), true) = (function, info.function.is_empty()) {
                        info.function = function;
                    }
                    step.row.other = Some(child.0);
                    step.row.result = Some(format!("starts {child}"));
                }
            }
            Op::Join { thread } => {
                step.row.other = Some(thread.0);
                step.row.result = Some(format!("{thread} has ended"));
            }
            Op::Choice { arity, .. } => {
                step.row.result = result.map(|a| format!("chooses {a} of 0 to {}", arity.saturating_sub(1)));
            }
            _ => {}
        }
        step
    }

    /// An operation on a synchronisation object.
    fn sync(&mut self, machine: &Machine, step: &mut Step, (object, op): (u64, SyncOp), answer: Option<u64>) {
        step.at = named_object(machine, object, op);
        // No code of the program's: that it ends, and the lock of a futex.
        step.of_library |= step.site == Site::UNKNOWN
            || (is_in_no_memory(object) && matches!(op.kind(), SyncKind::Mutex | SyncKind::End));
        step.row.touched = Some(Touched { addr: object, size: 0, writes: !op.is_wait() });
        self.mark(step);
        let function = ends::called(self.places.program(), self.places.users(step.site, &step.callers).0);
        step.row.result =
            answer.and_then(|a| names::sync_result(op, a)).map(|result| names::of_function(result, function));
        step.sync = Some(op.kind().name());
        if answer.is_none() {
            step.misuses = Some((op.kind().name(), self.holders.of(object)));
            return;
        }
        let thread = ThreadId(step.row.thread);
        self.holders.done((thread, self.steps.len()), object, op, answer);
        let told = self.wakes.done((thread, self.steps.len()), object, op, answer);
        let told = told.or_else(|| self.barriers.done(object, op));
        let told = told.or_else(|| self.semaphores.done(object, op, answer?));
        let told = told.or_else(|| self.robust.done(object, op, answer));
        let told = told.or_else(|| self.holders.nested(thread, object, op, answer));
        step.row.result = match (op, told) {
            (SyncOp::BarrierArrive { .. }, Some(told)) => Some(told),
            (_, told) => step.row.result.take().or(told),
        };
    }

    /// The invisible steps since the last call.
    pub(super) fn drain(&mut self, machine: &mut Machine) {
        for record in machine.take_records() {
            self.record(machine, record);
        }
    }

    #[expect(clippy::too_many_lines, reason = "one case for each thing that is recorded")]
    fn record(&mut self, machine: &Machine, record: Record) {
        if let What::Output(text) = &record.what
            && self.output.len() < MOST_OUTPUT
        {
            self.output.extend_from_slice(text);
        }
        self.dropped += record.gap;
        self.gap += record.gap;
        if let What::Exit(_) = record.what {
            return self.end(&record);
        }
        if let What::Told(told) = record.what {
            return self.tell(machine, record, told);
        }
        if let What::Text { stream, text } = &record.what {
            return self.writes(machine, &record, *stream, text);
        }
        if let What::Name { what, name } = &record.what {
            return self.names(&record, *what, name);
        }
        let is_handle = matches!(record.what, What::Join(_) | What::Detach(_));
        if self.places.is_runtime(record.site) && !is_handle {
            return;
        }
        if record.refused.is_none() && self.is_of_kept(machine, &record.what) {
            return;
        }
        if record.refused.is_none() && is_of_runtime(machine, &record.what) {
            let callers = self.exits.callers(record.thread, (record.site, record.callers.clone()));
            return self.aside.add(self.steps.len(), &record, callers);
        }
        if self.is_of_last(&record) {
            return;
        }
        if !matches!(record.what, What::End { .. }) {
            self.begin_handlers(record.thread, false);
        }
        let callers = self.exits.callers(record.thread, (record.site, record.callers));
        let is_allocation = matches!(record.what, What::Allocate { .. });
        let (own, callers) = if is_allocation { maker(machine, record.site, callers) } else { (record.site, callers) };
        let (site, _) = self.places.users(own, &callers);
        let row = Row {
            thread: record.thread.0,
            place: self.places.place(site),
            function: self.places.function(site),
            refused: record.refused.is_some(),
            ..Row::default()
        };
        let mut step = Step { refused: record.refused, ..Step::new(row, own, callers) };
        let taken = self.taken.take_if(|thread| *thread == record.thread.0);
        match record.what {
            What::Read { addr, size, value } => {
                step.row.operation = "load".into();
                step.touch(machine, addr, u64::from(size), false);
                step.read = value.map(|value| value.bytes(size));
            }
            What::Write { addr, size, value } => {
                step.row.operation = "store".into();
                step.touch(machine, addr, u64::from(size), true);
                step.written = value.map(|value| value.bytes(size));
                if let (Some(thread), Some(value)) = (taken, value.and_then(Value::defined)) {
                    let name = machine.name_of(addr, size.into());
                    let own = format!("T{thread}:");
                    self.inputs.is_stored(thread, value, name.strip_prefix(&own).unwrap_or(&name));
                }
            }
            What::Jump { to } => {
                step.row.operation = "jump".into();
                let place = self.places.place(self.places.users(to, &[]).0);
                let line = place.map_or_else(String::new, |place| place.at());
                step.row.result = Some(format!("jumps back to `setjmp`{line}"));
            }
            What::Join(thread) => {
                step.row.operation = "join".into();
                step.row.other = Some(thread.0);
            }
            What::Detach(thread) => {
                step.row.operation = "detach".into();
                step.row.other = Some(thread.0);
                step.row.result = record.refused.is_none().then(|| format!("detaches {}", who(thread.0)));
            }
            What::Compute => step.row.operation = "compute".into(),
            What::Allocate { addr, size } => {
                // That of functions which are given the size is named already.
                if !machine.is_allocator(record.site) {
                    self.allocates(addr, size, (record.site, &step.callers));
                }
                step.row.operation = "allocate".into();
                step.touch(machine, addr, size, true);
                step.whole();
                step.row.result = Some(if size == 1 { "1 byte".into() } else { format!("{size} bytes") });
            }
            What::Begin { addr, size } => {
                step.row.operation = "lifetime-begin".into();
                step.touch(machine, addr, size, true);
                step.whole();
            }
            What::Free { addr, size } => {
                step.row.operation = "free".into();
                step.touch(machine, addr, size, true);
                step.whole();
            }
            What::End { addr, size } => {
                step.row.operation = "lifetime-end".into();
                step.touch(machine, addr, size, true);
                step.whole();
            }
            What::Input { width, value, of, begins, n } => {
                step.row.operation = "input".into();
                let at = (record.thread.0, record.site, step.row.place.as_ref());
                let part = (Part { value, width, of }, begins, n);
                let (row, told) = self.inputs.take(self.places.program(), at, part, self.steps.len());
                self.taken = Some(record.thread.0);
                let told = Some(format!("takes {told}"));
                if let Some(earlier) = self.steps.get_mut(row) {
                    earlier.row.result = told;
                    return;
                }
                step.row.result = told;
            }
            What::InputText { name, bytes } => {
                step.row.operation = "input".into();
                // It is there before the first line.
                step.row.place = None;
                let told = self.inputs.take_text((record.thread.0, record.site), &name, bytes, self.steps.len());
                step.row.result = Some(format!("takes {told}"));
            }
            What::Exit(_) | What::Told(_) | What::Text { .. } | What::Name { .. } => {}
            What::Output(text) => {
                step.row.operation = "output".into();
                let text = String::from_utf8_lossy(&text).into_owned();
                step.row.result = Some(format!("prints {text:?}"));
                step.row.output = Some(text);
            }
        }
        if let Some(object) = step.at.as_ref().map(|named| named.object) {
            let inst = inst_at(self.places.program(), step.site);
            let is_list = matches!(inst, Some(Inst::VaStart { .. } | Inst::VaCopy { .. }));
            // In a function of the libraries the place is that of its call, which comes again
            // below.
            let users = step.callers.iter().find(|caller| !self.places.is_runtime(**caller));
            let is_inside = step.row.operation == "lifetime-begin" && users == Some(&step.site);
            match step.row.operation.as_str() {
                _ if is_list || is_inside => drop(self.of_libraries.insert(object)),
                "lifetime-begin" => drop(self.of_libraries.remove(&object)),
                _ => {}
            }
            step.of_library = self.of_libraries.contains(&object) || self.streams.is_one(object) || step.keeps_errno();
            self.mark(&mut step);
        }
        if self.join(&step).is_none() {
            self.name_whole(machine, &mut step);
            step.row.gap = std::mem::take(&mut self.gap);
            self.steps.push(step);
        }
    }

    /// Whether an atomic access, or an operation on a synchronisation object, was refused, since
    /// its memory is none: that is the step, not the access that shows it.
    fn is_of_last(&mut self, record: &Record) -> bool {
        let (What::Read { addr, .. } | What::Write { addr, .. }, Some(id)) = (&record.what, record.refused) else {
            return false;
        };
        let within = |object: Touched, size: u64| (object.addr..object.addr + size).contains(addr);
        let Some(last) = self.steps.last_mut() else { return false };
        let is_own = (last.row.thread, last.site) == (record.thread.0, record.site)
            && last.row.index.is_some()
            && last
                .row
                .touched
                .is_some_and(|object| within(object, if last.sync.is_some() { MOST_SYNC } else { object.size }));
        if is_own {
            last.refused = Some(id);
            last.row.refused = true;
            last.row.result = None;
        }
        is_own
    }

    /// Gives everything its name: now all objects are known.
    pub(super) fn name(&mut self, machine: &Machine) -> Objects {
        for (signal, told) in self.wakes.told() {
            self.steps[signal].row.result = Some(told);
        }
        let mut objects = Objects::default();
        let allocations = |step: &&Step| step.row.operation == "allocate";
        for named in self.steps.iter().filter(allocations).filter_map(|step| step.at.as_ref()) {
            objects.meet(named);
        }
        for step in &self.steps {
            step.at.iter().for_each(|named| objects.meet(named));
            for bytes in [&step.read, &step.written, &step.expected].into_iter().flatten() {
                Values::pointed(machine, bytes).iter().for_each(|named| objects.meet(named));
            }
        }
        let values = Values { machine, objects: &objects };
        let mut held = Held::default();
        let mut sources = sources();
        for step in &mut self.steps {
            step.choose_member(machine, &mut sources);
            step.name(values, &mut held);
        }
        objects
    }
}

/// What a synchronisation object is called: glibc's types are unions whose members are nobody's
/// business.
pub(super) fn named_object(machine: &Machine, object: u64, op: SyncOp) -> Option<Named> {
    let mut named = machine.named(object, u64::from(op.kind().size(machine.program().ilp32)))?;
    named.path.truncate(own_path(&named.path).len());
    named.shape = None;
    Some(named)
}
