//! [`Case`]: what a path is, as a replay with one input tells it.

use crate::inputs;
use crate::places::Places;
use std::collections::BTreeMap;
use threadbare_explore::{Observer, Replayed};
use threadbare_machine::{Machine, Numbers, Options, Reached, Recording, What};
use threadbare_op::{Answer, Op, Pending, Schedule, Site, System, ThreadId};
use threadbare_program::Program;
use threadbare_report::{Place, sentence};
use threadbare_session::compiled::replay;
use threadbare_session::replay::distinct;

type State = <Machine as System>::State;

/// A test.
pub(super) struct Case {
    pub(super) schedule: String,
    /// In the order in which they were taken.
    pub(super) inputs: Vec<Taken>,
    /// Of `main`, after the name of the program.
    pub(super) arguments: Vec<Vec<u8>>,
    /// `NAME=VALUE`.
    pub(super) environment: Vec<Vec<u8>>,
    /// What standard input contains, if it may be read.
    pub(super) stdin: Option<Vec<u8>>,
    /// Who has started the threads 1, 2, ..., and the how-manieth of its threads each is.
    pub(super) threads: Vec<(ThreadId, u32)>,
    pub(super) output: Vec<u8>,
    /// The status with which the program ends, if it does.
    pub(super) status: Option<u32>,
    /// The kind, the sentence, the place.
    pub(super) faults: Vec<(&'static str, String, Option<Place>)>,
    /// The lines reached, by file.
    pub(super) lines: BTreeMap<String, Vec<u32>>,
}

/// An input.
pub(super) struct Taken {
    pub(super) thread: ThreadId,
    /// The function that takes it.
    pub(super) function: String,
    /// What it is called.
    pub(super) name: Option<String>,
    pub(super) place: Option<Place>,
    pub(super) bits: u8,
    pub(super) value: u64,
    /// Whether it is the bits of a floating-point number.
    pub(super) is_float: bool,
    /// It does not go on with the memory that the one before it has begun.
    pub(super) begins: bool,
}

/// The function that chooses a number from a range: its input is the number of the choice.
pub(super) const RANGE: &str = "__VERIFIER_nondet_range";

/// What is taken by no function of this name is a byte of standard input.
pub(super) const STDIN: &str = "stdin";

impl Case {
    /// Replays `schedule` on a machine that knows what `like` has learnt of the program.
    pub(super) fn of(
        like: &Machine,
        program: &Program,
        options: &Options,
        schedule: &Schedule,
    ) -> Result<Self, String> {
        let mut machine = like.another(Some(Recording::FEW));
        let reached = Reached::none(program);
        machine.note_reached(&reached);
        let (watching, faults) = loop {
            let mut watching = Watching::new(program);
            let end = replay(&mut machine, schedule, &mut watching);
            if machine.take_restart() {
                continue;
            }
            let end = end.map_err(|error| error.to_string())?;
            watching.drain(&mut machine);
            break (watching, distinct(&machine, &end));
        };
        let Watching { inputs, texts, output, status, spawned, places } = watching;
        let fault = |fault: &threadbare_op::Fault| (fault.kind.name(), sentence(fault), places.place(fault.site));
        let faults: Vec<_> = faults.iter().map(fault).collect();
        let is_arg = |(name, _): &&(String, Vec<u8>)| name.starts_with("argv[");
        let variable = |(name, value): &(String, Vec<u8>)| [name.as_bytes(), b"=", value].concat();
        let args = options.args.iter().map(|arg| arg.clone().into_bytes());
        let env = options.env.iter().map(|variable| variable.clone().into_bytes());
        let bytes = inputs.iter().filter(|taken| taken.function == STDIN).map(|taken| taken.value as u8);
        let stdin = match (&options.stdin, options.input_stdin) {
            (_, Some(_)) => Some(bytes.collect()),
            (fixed, None) => fixed.as_ref().map(|bytes| bytes.to_vec()),
        };
        let main = |n: usize| (ThreadId::MAIN, n as u32);
        let threads =
            if schedule.threads.is_empty() { (0..spawned).map(main).collect() } else { schedule.threads.clone() };
        Ok(Self {
            schedule: schedule.to_string(),
            arguments: args.chain(texts.iter().filter(is_arg).map(|(_, value)| value.clone())).collect(),
            environment: env.chain(texts.iter().filter(|text| !is_arg(text)).map(variable)).collect(),
            stdin,
            threads,
            output,
            status: status.filter(|_| faults.iter().all(|(kind, ..)| *kind == "exit-status")),
            lines: lines(program, &reached),
            faults,
            inputs,
        })
    }
}

/// The lines of the user's program of which something was reached.
fn lines(program: &Program, reached: &Reached) -> BTreeMap<String, Vec<u32>> {
    let all = crate::coverage::of(program, reached);
    let hit = |lines: BTreeMap<u32, bool>| lines.into_iter().filter_map(|(line, is_hit)| is_hit.then_some(line));
    all.files.into_iter().map(|(file, lines)| (file, hit(lines).collect())).collect()
}

/// Watches the replay.
struct Watching<'a> {
    places: Places<'a>,
    inputs: Vec<Taken>,
    /// Arguments and variables.
    texts: Vec<(String, Vec<u8>)>,
    output: Vec<u8>,
    status: Option<u32>,
    /// How many threads were started.
    spawned: usize,
}

impl<'a> Watching<'a> {
    fn new(program: &'a Program) -> Self {
        let places = Places::new(program);
        Self { places, inputs: Vec::new(), texts: Vec::new(), output: Vec::new(), status: None, spawned: 0 }
    }

    fn drain(&mut self, machine: &mut Machine) {
        for record in machine.take_records() {
            match record.what {
                What::Input { width, value, of, begins, .. } => {
                    let (site, _) = self.places.users(record.site, &record.callers);
                    self.take(record.thread, (record.site, site), (width, value, of), begins);
                }
                What::InputText { name, bytes } => self.texts.push((name, bytes)),
                What::Output(text) => self.output.extend(text),
                What::Exit(status) => self.status = Some(status),
                _ => {}
            }
        }
    }

    /// An input was taken at a site, which is in the user's own code at the other one.
    fn take(
        &mut self,
        thread: ThreadId,
        (site, own): (Site, Site),
        (bits, value, of): (u8, u64, Numbers),
        begins: bool,
    ) {
        let program = self.places.program();
        let called = inputs::taker(program, site);
        self.inputs.push(Taken {
            thread,
            function: called.unwrap_or(STDIN).into(),
            name: inputs::name_at(program, site),
            place: self.places.place(own),
            bits,
            value,
            is_float: of == Numbers::Float,
            begins,
        });
    }
}

impl Observer<Machine> for Watching<'_> {
    fn before(&mut self, machine: &mut Machine, _: ThreadId, _: &Pending<State>) {
        self.drain(machine);
    }

    fn after(&mut self, machine: &mut Machine, event: &Replayed<State>) {
        self.spawned += usize::from(matches!(event.answer, Some(Answer::Thread(_))));
        if let (Op::Choice { .. }, Some(Answer::Result(chosen))) = (event.op, event.answer)
            && inputs::callee(self.places.program(), event.site) == Some(RANGE)
        {
            self.take(event.thread, (event.site, event.site), (64, chosen, Numbers::Signed), true);
        }
        self.drain(machine);
    }
}
