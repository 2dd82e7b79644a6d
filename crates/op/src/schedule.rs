//! Schedules: one execution, written down so that it can be shown again.
//!
//! Text form, version 1: `tb1:0*4,1,0,2*3=1`. Entries are separated by commas; `t` means that
//! thread t performs its next visible operation, `t*n` that it performs n of them, `t=v` that its
//! next operation is a choice, answered v. Threads whose parent is not the main thread, or which
//! are numbered in another order than main started them, are declared first, for all threads from
//! number 1 on, as `parent.n`: `tb1:(0.0 1.0):0,1`.
//!
//! Version 2, for weak memory models, names the model: `tb2:rc11:0*3,1*2,2=1`. There, an access
//! sees or goes after the last of the writes to its location that were performed before it in the
//! schedule; `t=n` means that n of them are coherence-after what it reads or, if it does not read,
//! after its place.
//!
//! Version 3 has the values of the program's input: `tb3:[0.0=5 1.2=255]:0*3,1`, where `t.n=v`
//! means that v is the n-th input that thread t takes. Those that are not named are 0. A weak memory
//! model is named before it: `tb3:rc11:[0.0=5]:0*3,1*2,2=1`.
//!
//! Version 4 is of executions that do not end: `tb4:0*2,1;1,2`, where what comes after `;` repeats for
//! ever, or `tb4:0*2,1;!1 3`, after which threads 1 and 3 wait for ever, whatever the others do.
//! `tb4:0*2;2,2!1`: while that repeats, thread 1 gets nowhere.

use crate::ids::ThreadId;
use crate::model::Model;
use std::fmt::{self, Write as _};
use std::str::FromStr;

/// The version that is written for sequential consistency.
pub const SCHEDULE_VERSION: u32 = 1;
/// The version that is written for weak memory models.
pub const WEAK_SCHEDULE_VERSION: u32 = 2;
/// The version that is written with input.
pub const INPUT_SCHEDULE_VERSION: u32 = 3;
/// The version that is written if steps repeat for ever, or threads wait for ever while others go on.
/// Other versions are refused.
pub const ENDLESS_SCHEDULE_VERSION: u32 = 4;

/// One step of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Who performs its next visible operation.
    pub thread: ThreadId,
    /// The answer if that operation is a choice. Under a weak memory model, of an access: how many
    /// writes it is put before, if not 0. Else `None`. Of a compare-and-swap whose success depends
    /// on the input, [`ANSWERED`] is added if the answer to what it asks is 1.
    pub choice: Option<u32>,
}

/// See [`Step::choice`]. It is in no schedule that has a text form.
pub const ANSWERED: u32 = 1 << 31;

/// A value for the input of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Given {
    /// Which thread takes it.
    pub thread: ThreadId,
    /// The how-manieth that it takes, from 0.
    pub n: u32,
    /// The value; what is above its width does not count. Numbers of signed types have their sign
    /// there, so that they are written with it.
    pub value: u64,
}

/// A sequence of steps that leads from the start of the program to the end of one execution.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Schedule {
    /// The memory model that the execution belongs to.
    pub model: Model,
    /// The input of the program, if it is given.
    pub given: Option<Vec<Given>>,
    /// `(parent, n)` of thread 1, 2, ...; empty if thread k is main's (k-1)-th child for each k.
    pub threads: Vec<(ThreadId, u32)>,
    /// The steps.
    pub steps: Vec<Step>,
    /// So many of the last steps repeat for ever; 0 if the execution ends.
    pub repeats: usize,
    /// Threads that wait for ever after the last step, while others may go on.
    pub in_vain: Vec<ThreadId>,
}

/// A text that is not a schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScheduleError(String);

impl fmt::Display for ScheduleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ScheduleError {}

impl Schedule {
    /// The steps that are taken once, and those that repeat for ever after them.
    #[must_use]
    pub fn parts(&self) -> (&[Step], &[Step]) {
        self.steps.split_at(self.steps.len().saturating_sub(self.repeats))
    }

    fn is_endless(&self) -> bool {
        self.repeats > 0 || !self.in_vain.is_empty()
    }

    /// The same without the steps that have these numbers, which are in order. Under a weak memory
    /// model the threads stay declared, of which a replay has to know how many there are.
    #[must_use]
    pub fn without(&self, left_out: &[usize]) -> Self {
        let stays = |(number, _): &(usize, &Step)| left_out.binary_search(number).is_err();
        let steps: Vec<Step> = self.steps.iter().enumerate().filter(stays).map(|(_, step)| *step).collect();
        let stem = self.parts().0.len();
        let repeats = self.repeats - left_out.iter().filter(|number| (stem..self.steps.len()).contains(number)).count();
        let last = |steps: &[Step]| steps.iter().map(|step| step.thread.0).max().unwrap_or(0);
        let mut schedule = Self { steps, repeats, ..self.clone() };
        if self.model != Model::Sc && self.threads.is_empty() && last(&schedule.steps) < last(&self.steps) {
            schedule.threads = (0..last(&self.steps)).map(|n| (ThreadId::MAIN, n)).collect();
        }
        schedule
    }

    /// How often it goes back to a thread that comes earlier: the rounds of a round-robin scheduler
    /// that has it, less one. A thread comes before those that it starts, and these, each with all
    /// its descendants, in the order in which it starts them.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        let mut paths = vec![Vec::new()];
        for (parent, n) in &self.threads {
            let mut path: Vec<u32> = paths.get(parent.index()).cloned().unwrap_or_default();
            path.push(*n);
            paths.push(path);
        }
        let path = |thread: ThreadId| match (paths.get(thread.index()), thread.0.checked_sub(1)) {
            (Some(path), _) => path.clone(),
            (None, Some(n)) => vec![n],
            (None, None) => Vec::new(),
        };
        let back = |pair: &&[Step]| pair[0].thread != pair[1].thread && path(pair[0].thread) > path(pair[1].thread);
        u32::try_from(self.steps.windows(2).filter(back).count()).unwrap_or(u32::MAX)
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.model, &self.given) {
            (model, Some(given)) => {
                let given: Vec<String> =
                    given.iter().map(|g| format!("{}.{}={}", g.thread.0, g.n, g.value as i64)).collect();
                let version = if self.is_endless() { ENDLESS_SCHEDULE_VERSION } else { INPUT_SCHEDULE_VERSION };
                write!(f, "tb{version}:")?;
                if model != Model::Sc {
                    write!(f, "{model}:")?;
                }
                write!(f, "[{}]:", given.join(" "))?;
            }
            (Model::Sc, None) if self.is_endless() => write!(f, "tb{ENDLESS_SCHEDULE_VERSION}:")?,
            (Model::Sc, None) => write!(f, "tb{SCHEDULE_VERSION}:")?,
            (weak, None) => write!(f, "tb{WEAK_SCHEDULE_VERSION}:{weak}:")?,
        }
        if !self.threads.is_empty() {
            let names: Vec<String> = self.threads.iter().map(|(p, n)| format!("{}.{n}", p.0)).collect();
            write!(f, "({}):", names.join(" "))?;
        }
        let (stem, round) = self.parts();
        write_steps(f, stem)?;
        if self.is_endless() {
            f.write_str(";")?;
        }
        write_steps(f, round)?;
        if !self.in_vain.is_empty() {
            let names: Vec<String> = self.in_vain.iter().map(|thread| thread.0.to_string()).collect();
            write!(f, "!{}", names.join(" "))?;
        }
        Ok(())
    }
}

fn write_steps(f: &mut fmt::Formatter<'_>, mut rest: &[Step]) -> fmt::Result {
    let mut separator = "";
    while let Some(first) = rest.first() {
        let same = rest.iter().take_while(|s| *s == first && first.choice.is_none()).count().max(1);
        f.write_str(separator)?;
        separator = ",";
        match (first.choice, same) {
            (Some(value), _) => write!(f, "{}={value}", first.thread.0)?,
            (None, 1) => write!(f, "{}", first.thread.0)?,
            (None, n) => write!(f, "{}*{n}", first.thread.0)?,
        }
        rest = &rest[same..];
    }
    Ok(())
}

/// No execution that somebody could wait for is longer; keeps a hostile `0*4294967295` from filling
/// memory (they take 50 MB).
const MAX_STEPS: usize = 4_000_000;

impl FromStr for Schedule {
    type Err = ScheduleError;

    fn from_str(text: &str) -> Result<Self, ScheduleError> {
        let text = text.trim();
        let (model, given, mut body) = prefix(text).ok_or_else(|| {
            let mut shown: String = text.chars().take(12).collect();
            if shown.len() < text.len() {
                let _ = write!(shown, "...");
            }
            ScheduleError(format!(
                "`{shown}` is not a schedule of this version: it must begin with `tb{SCHEDULE_VERSION}:`, \
                 `tb{WEAK_SCHEDULE_VERSION}:` and a weak memory model, `tb{INPUT_SCHEDULE_VERSION}:[` and input, or \
                 `tb{ENDLESS_SCHEDULE_VERSION}:`"
            ))
        })?;
        let given = given.map(|text| text.split_whitespace().map(parse_given).collect()).transpose()?;
        let mut schedule = Self { model, given, ..Self::default() };
        if let Some(rest) = body.strip_prefix('(') {
            let (names, after) = rest.split_once("):").ok_or_else(|| ScheduleError("`(` without `):`".into()))?;
            for name in names.split_whitespace() {
                let (parent, n) = name.split_once('.').ok_or_else(|| bad(name, "`parent.n`"))?;
                schedule.threads.push((ThreadId(number(parent)?), number(n)?));
                let own = schedule.threads.len();
                if schedule.threads[own - 1].0.index() >= own {
                    return Err(bad(name, "a parent declared before its child"));
                }
            }
            body = after;
        }
        if !text.starts_with(&format!("tb{ENDLESS_SCHEDULE_VERSION}:")) {
            schedule.parse_steps(body)?;
            return Ok(schedule);
        }
        let (stem, round) = body.split_once(';').ok_or_else(|| ScheduleError("no `;` before what repeats".into()))?;
        schedule.parse_steps(stem)?;
        let (round, names) = round.split_once('!').map_or((round, None), |(round, names)| (round, Some(names)));
        if let Some(names) = names {
            let numbers: Result<Vec<u32>, _> = names.split_whitespace().map(number).collect();
            schedule.in_vain = numbers?.into_iter().map(ThreadId).collect();
            let is_sorted = schedule.in_vain.windows(2).all(|two| two[0] < two[1]);
            if !is_sorted || schedule.in_vain.is_empty() {
                return Err(bad(names, "threads that wait, in order, each once"));
            }
        }
        let before = schedule.steps.len();
        schedule.parse_steps(round)?;
        schedule.repeats = schedule.steps.len() - before;
        if !schedule.is_endless() {
            return Err(ScheduleError("nothing after `;` that repeats".into()));
        }
        Ok(schedule)
    }
}

impl Schedule {
    /// Adds the steps that a text has.
    fn parse_steps(&mut self, text: &str) -> Result<(), ScheduleError> {
        for entry in text.split(',').filter(|e| !e.is_empty()) {
            let (step, times) = parse_entry(entry)?;
            if self.steps.len().saturating_add(times) > MAX_STEPS {
                return Err(ScheduleError(format!("more than {MAX_STEPS} steps")));
            }
            self.steps.extend(std::iter::repeat_n(step, times));
        }
        Ok(())
    }
}

/// The memory model, the input if there is some, and what follows.
fn prefix(text: &str) -> Option<(Model, Option<&str>, &str)> {
    if let Some(body) = text.strip_prefix(&format!("tb{SCHEDULE_VERSION}:")) {
        return Some((Model::Sc, None, body));
    }
    if let Some(text) = text.strip_prefix(&format!("tb{ENDLESS_SCHEDULE_VERSION}:")) {
        let Some(rest) = text.strip_prefix('[') else { return Some((Model::Sc, None, text)) };
        let (given, body) = rest.split_once("]:")?;
        return Some((Model::Sc, Some(given), body));
    }
    if let Some(text) = text.strip_prefix(&format!("tb{INPUT_SCHEDULE_VERSION}:")) {
        let (model, text) = if text.starts_with('[') { (Model::Sc, text) } else { weak_model(text)? };
        let (given, body) = text.strip_prefix('[')?.split_once("]:")?;
        return Some((model, Some(given), body));
    }
    let (model, body) = weak_model(text.strip_prefix(&format!("tb{WEAK_SCHEDULE_VERSION}:"))?)?;
    Some((model, None, body))
}

/// A weak memory model, and what follows.
fn weak_model(text: &str) -> Option<(Model, &str)> {
    let (name, rest) = text.split_once(':')?;
    let model = Model::ALL.into_iter().find(|m| m.name() == name && *m != Model::Sc)?;
    Some((model, rest))
}

fn parse_given(text: &str) -> Result<Given, ScheduleError> {
    let parts = text.split_once('=').and_then(|(name, value)| Some((name.split_once('.')?, value)));
    let ((thread, n), value) = parts.ok_or_else(|| bad(text, "`thread.n=value`"))?;
    let signed = value.parse().map(i64::cast_unsigned);
    let value = signed.or_else(|_| value.parse()).map_err(|_| bad(value, "a number"))?;
    Ok(Given { thread: ThreadId(number(thread)?), n: number(n)?, value })
}

fn parse_entry(entry: &str) -> Result<(Step, usize), ScheduleError> {
    if let Some((thread, value)) = entry.split_once('=') {
        return Ok((Step { thread: ThreadId(number(thread)?), choice: Some(number(value)?) }, 1));
    }
    let (thread, times) = entry.split_once('*').unwrap_or((entry, "1"));
    Ok((Step { thread: ThreadId(number(thread)?), choice: None }, number(times)? as usize))
}

fn number(text: &str) -> Result<u32, ScheduleError> {
    text.trim().parse().map_err(|_| bad(text, "a number"))
}

fn bad(found: &str, wanted: &str) -> ScheduleError {
    ScheduleError(format!("`{}` where {wanted} is expected", found.chars().take(20).collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(thread: u32, choice: Option<u32>) -> Step {
        Step { thread: ThreadId(thread), choice }
    }

    #[test]
    fn threads_without_steps_stay_declared() {
        let weak = Schedule { model: Model::Tso, steps: vec![step(0, None), step(2, Some(1))], ..Schedule::default() };
        assert_eq!(weak.without(&[1]).to_string(), "tb2:tso:(0.0 0.1):0");
        assert_eq!(weak.without(&[0]).to_string(), "tb2:tso:2=1");
        assert_eq!(Schedule { model: Model::Sc, ..weak }.without(&[1]).to_string(), "tb1:0");
    }

    #[test]
    fn text_form() {
        let s = Schedule {
            model: Model::Sc,
            given: None,
            threads: vec![],
            steps: vec![step(0, None), step(0, None), step(1, None), step(0, Some(3)), step(0, Some(3)), step(2, None)],
            repeats: 0,
            in_vain: vec![],
        };
        assert_eq!(s.to_string(), "tb1:0*2,1,0=3,0=3,2");
        assert_eq!(s.to_string().parse(), Ok(s.clone()));
        for (repeats, text) in [(5, "tb4:0;0,1,0=3,0=3,2"), (6, "tb4:;0*2,1,0=3,0=3,2"), (1, "tb4:0*2,1,0=3,0=3;2")] {
            let endless = Schedule { repeats, ..s.clone() };
            assert_eq!(endless.to_string(), text);
            assert_eq!(text.parse(), Ok(endless));
        }
        let waits = Schedule { in_vain: vec![ThreadId(1), ThreadId(3)], ..s.clone() };
        assert_eq!(waits.to_string(), "tb4:0*2,1,0=3,0=3,2;!1 3");
        assert_eq!("tb4:0*2,1,0=3,0=3,2;!1 3".parse(), Ok(waits.clone()));
        let starves = Schedule { repeats: 1, ..waits };
        assert_eq!(starves.to_string(), "tb4:0*2,1,0=3,0=3;2!1 3");
        assert_eq!("tb4:0*2,1,0=3,0=3;2!1 3".parse(), Ok(starves));
        for wrong in ["tb4:0;!", "tb4:0;!1 1", "tb4:0;!2 1", "tb4:0;!x", "tb4:0;"] {
            wrong.parse::<Schedule>().expect_err(wrong);
        }
        let without = Schedule { repeats: 3, ..s }.without(&[0, 3, 4]);
        assert_eq!(without.to_string(), "tb4:0,1;2");
        let threads = vec![(ThreadId(0), 0), (ThreadId(1), 0)];
        let nested = Schedule { threads, steps: vec![step(2, None)], ..Schedule::default() };
        assert_eq!(nested.to_string(), "tb1:(0.0 1.0):2");
        assert_eq!(nested.to_string().parse(), Ok(nested.clone()));
        let given =
            vec![Given { thread: ThreadId(0), n: 0, value: 5 }, Given { thread: ThreadId(2), n: 11, value: u64::MAX }];
        for (given, text) in [(given, "tb3:[0.0=5 2.11=-1]:(0.0 1.0):2"), (Vec::new(), "tb3:[]:(0.0 1.0):2")] {
            let given = Schedule { given: Some(given), ..nested.clone() };
            assert_eq!(given.to_string(), text);
            assert_eq!(text.parse(), Ok(given.clone()));
            let weak = Schedule { model: Model::Tso, ..given };
            assert_eq!(weak.to_string(), text.replace("tb3:", "tb3:tso:"));
            assert_eq!(weak.to_string().parse(), Ok(weak));
        }
        let unsigned = "tb3:[0.0=5 2.11=18446744073709551615]:2".parse::<Schedule>().unwrap();
        assert_eq!(unsigned.to_string(), "tb3:[0.0=5 2.11=-1]:2", "as earlier builds have written it");
        let weak = Schedule { model: Model::Rc11, ..nested };
        assert_eq!(weak.to_string(), "tb2:rc11:(0.0 1.0):2");
        assert_eq!(weak.to_string().parse(), Ok(weak));
    }

    #[test]
    fn rounds_follow_the_order_in_which_threads_are_started() {
        let rounds = |text: &str| text.parse::<Schedule>().expect(text).rounds();
        assert_eq!(rounds("tb1:"), 0);
        assert_eq!(rounds("tb1:0*4,1,2,2"), 0);
        assert_eq!(rounds("tb1:0*4,2,1,2,1,0"), 3);
        // T3 is a child of T1, and so comes before T2.
        assert_eq!(rounds("tb1:(0.0 0.1 1.0):0,3,2"), 0);
        assert_eq!(rounds("tb1:(0.0 0.1 1.0):0,2,3"), 1);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "tb2:0",
            "tb2:sc:0",
            "tb2:arm:0",
            "tb2:",
            "tb3:rc11:0",
            "tb3:sc:[]:0",
            "tb3:rc11:[0.0=1:0",
            "tb3:[]:rc11:0",
            "tb3:0",
            "tb3:[",
            "tb3:[]",
            "tb3:[0=1]:0",
            "tb3:[0.0=--1]:0",
            "tb3:[0.0=99999999999999999999]:0",
            "tb4:[]:0",
            "tb4:0",
            "tb4:0;",
            "tb4:0;1;2",
            "tb1:0;1",
            "tb5:0",
            "tb1:x",
            "tb1:0*",
            "tb1:(0.0:1",
            "tb1:(3.0):1",
            "tb1:0*4294967295",
            "tb1:-1",
            "tb1:0=1=2",
        ] {
            assert!(text.parse::<Schedule>().is_err(), "{text}");
        }
    }
}
