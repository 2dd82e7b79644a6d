//! Algorithm 1 of the paper, its recursion on a stack of its own.

use super::UnfoldingSystem;
use super::alternatives::Comb;
use super::configuration::Configuration;
use super::cutoffs::Known;
use super::extensions::Found;
use super::kind::Kind;
use super::run::{Next, Run, Standing};
use super::size::Size;
use super::structure::{Id, NONE, Structure};
use super::{Alternatives, MEASURES, Measured, Mistake, Unfolding};
use crate::Sink;
use crate::drive::input::given_up;
use crate::drive::report::Report;
use crate::drive::touching::Touching;
use crate::prefix::{Counts, Fairness};
use crate::testing::makes;
use smallvec::SmallVec;
use std::time::{Duration, Instant};
use threadbare_op::{Coverage, Limit, Pending, Site};

/// A call of `Explore`, and those to its right: the same configuration with ever more events
/// disabled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Where, in the stack of these, its disabled events begin that are enabled; those of its own
    /// begin at `own`.
    pub(super) sleep: u32,
    own: u32,
    /// Its way to go (A of the paper), in the stack of these.
    pub(super) guide: u32,
    pub(super) guide_end: u32,
    /// Where its own ways begin.
    guides: u32,
    /// The event whose left branch was taken last.
    taken: Id,
    /// How many events that nothing can come instead of were performed when it was opened.
    local: u32,
    /// Something was kept out by the bound, here or in a left branch from here.
    pub(super) cut: bool,
    /// A race of plain accesses has made its way, or that of a frame below, impossible: disabled
    /// events are taken all the same.
    pub(super) astray: bool,
}

pub(super) struct Search<'a, S: UnfoldingSystem> {
    pub(super) report: Report<'a, S>,
    pub(super) run: Run<S::State>,
    pub(super) structure: Structure,
    pub(super) configuration: Configuration,
    pub(super) frames: Vec<Frame>,
    pub(super) sleep: Vec<Id>,
    pub(super) guides: Vec<Id>,
    /// The extensions found last.
    found: Found,
    /// The alternative found last.
    alternative: Vec<Id>,
    alternatives: Alternatives,
    pub(super) mistake: Option<Mistake>,
    measured: Measured,
    timed: bool,
    /// Events get their names at once: see [`super::naming`].
    pub(super) names_all: bool,
    /// What nothing can come instead of is chosen like other events.
    pub(super) chooses_all: bool,
    /// With cutoffs: the states that are known.
    pub(super) known: Option<Known>,
}

impl<'a, S: UnfoldingSystem> Search<'a, S> {
    pub(super) fn new(system: &'a mut S, sink: &'a mut dyn Sink, settings: &Unfolding) -> Self {
        let Unfolding { alternatives, context_switches, cutoffs, mistake, timed, .. } = *settings;
        let keep_all = settings.keep_all || cutoffs;
        let chooses_all = cutoffs || context_switches.is_some();
        let main: Pending<S::State> = system.start();
        let mut run = Run::new(system, main, mistake);
        run.bound = context_switches;
        run.touching = cutoffs.then(Touching::default);
        let mut structure = Structure::new(keep_all);
        structure.passes_cutoffs = makes(mistake, Mistake::PassesCutoffs);
        Self {
            report: Report::new(system, sink),
            run,
            structure,
            configuration: Configuration::default(),
            frames: Vec::new(),
            sleep: Vec::new(),
            guides: Vec::new(),
            found: Found::new(),
            alternative: Vec::new(),
            alternatives,
            mistake,
            measured: Measured::default(),
            timed,
            names_all: keep_all || chooses_all,
            chooses_all,
            known: cutoffs.then(Known::default),
        }
    }

    pub(super) fn run(mut self, fairness: Fairness) -> (Coverage, Measured, Option<Counts>) {
        self.report.system.remember();
        if self.known.is_some() && self.report.system.has_input() {
            self.refuse("input that is every value at once, with --explorer unfolding --cutoffs", Site::UNKNOWN);
            return (self.report.finish(), self.measured, None);
        }
        self.know_the_beginning();
        self.begun(0);
        self.open(Frame {
            sleep: 0,
            own: 0,
            guide: 0,
            guide_end: 0,
            guides: 0,
            taken: NONE,
            local: 0,
            cut: false,
            astray: false,
        });
        while let Some(&frame) = self.frames.last() {
            if self.report.is_over() {
                break;
            }
            if frame.taken != NONE && !self.turn_right() {
                self.close();
                continue;
            }
            match self.choose() {
                Some(id) => self.take(id),
                None => {
                    self.end();
                    self.close();
                }
            }
        }
        let Size { made, live, most, threads, objects, .. } = self.structure.size;
        let measured = &mut self.measured;
        (measured.events, measured.live, measured.left) = (made, most, live);
        (measured.threads, measured.objects) = (threads, objects);
        measured.bytes = self.structure.bytes();
        measured.steps_back = self.run.steps_back;
        let measured = self.measured;
        let (coverage, counts) = self.look_at_ends(fairness);
        (coverage, measured, counts)
    }

    /// A frame for the present configuration; its disabled events were put on their stack.
    fn open(&mut self, frame: Frame) {
        let own = self.sleep.len() as u32;
        let local = if self.chooses_all { 0 } else { self.perform_local() };
        self.frames.push(Frame { own, local, ..frame });
    }

    /// Performs what nothing can come instead of: it is in all maximal configurations from here on,
    /// and independent of everything that is disabled, so that it needs no frames. Says how many
    /// events these are. (Within a bound it is chosen like other events: what can be done without
    /// it may be within the bound only without it. With cutoffs, too: it may be one.)
    fn perform_local(&mut self) -> u32 {
        let (mut performed, mut before, mut from) = (0, 0, 0);
        while !self.report.is_over() {
            let Some(found) = self.run.standing[from..].iter().position(|standing| *standing == Standing::Local) else {
                if performed == before {
                    break;
                }
                (before, from) = (performed, 0);
                continue;
            };
            let thread = (from + found) as u32;
            let Some(next) = self.next(thread) else {
                from += found + 1;
                continue;
            };
            let mut id = NONE;
            if self.names_all {
                id = self.event(thread, next);
                self.structure.refer(id);
            }
            self.perform(id, thread, next);
            performed += 1;
            from += found;
        }
        performed
    }

    /// Adds an event to the run and to the configuration.
    pub(super) fn perform(&mut self, id: Id, thread: u32, next: Next) {
        let begun = begin(self.timed);
        self.run.step(self.report.system, &mut self.structure, &self.configuration, (id, thread), next);
        self.measured.running += elapsed(begun);
        if id != NONE {
            self.configuration.add(&mut self.structure, id);
        }
        self.report.performed(self.run.entries.len());
        self.begun(thread);
        if let Some(child) = self.run.entries.last().map(|entry| entry.child).filter(|child| *child != NONE) {
            self.begun(child);
        }
    }

    /// Takes the newest event back, and says which it is if it has a name.
    pub(super) fn undo(&mut self) -> Option<Id> {
        let id = self.run.undo(self.report.system).filter(|id| *id != NONE)?;
        self.configuration.take_back(&mut self.structure, id);
        Some(id)
    }

    /// Goes back to the configuration of the frame below.
    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        if frame.cut {
            self.report.limit(Limit::ContextSwitches);
        }
        for at in frame.own as usize..self.sleep.len() {
            self.let_go(self.sleep[at]);
        }
        if frame.taken != NONE {
            self.let_go(frame.taken);
        }
        if let Some(below) = self.frames.last_mut()
            && below.taken != NONE
        {
            below.cut |= frame.cut;
            self.structure[below.taken].cut = frame.cut;
        }
        self.sleep.truncate(frame.sleep as usize);
        self.forget_guides(frame.guides as usize);
        let begun = begin(self.timed);
        for _ in 0..frame.local {
            if let Some(id) = self.undo() {
                self.structure.release(id);
            }
        }
        self.undo();
        self.measured.running += elapsed(begun);
    }

    /// An event is neither in C nor in D any more.
    fn let_go(&mut self, id: Id) {
        self.structure.set_disabled(id, false);
        self.structure.drop_holds(id);
        self.structure.release(id);
    }

    /// Keeps so many events of ways to go.
    fn forget_guides(&mut self, keep: usize) {
        while self.guides.len() > keep {
            if let Some(id) = self.guides.pop() {
                self.structure.release(id);
            }
        }
    }

    /// Disables the event whose left branch has been explored, and looks for a way that does
    /// without (lines 11 and 12).
    fn turn_right(&mut self) -> bool {
        let Some(frame) = self.frames.last_mut() else { return false };
        let taken = std::mem::replace(&mut frame.taken, NONE);
        let (sleep, guides) = (frame.sleep as usize, frame.guides as usize);
        if self.structure.is_disabled(taken) {
            self.structure.release(taken);
            return false;
        }
        self.sleep.push(taken);
        self.structure.set_disabled(taken, true);
        if makes(self.mistake, Mistake::ForgetsEarly) {
            self.structure.drop_holds(taken);
        }
        let found = self.find_alternative(sleep, taken);
        if !found && !self.may_be_unknown(sleep) {
            return false;
        }
        self.alternative.iter().for_each(|id| self.structure.refer(*id));
        self.forget_guides(guides);
        self.guides.append(&mut self.alternative);
        if let Some(frame) = self.frames.last_mut() {
            (frame.guide, frame.guide_end) = (guides as u32, self.guides.len() as u32);
        }
        true
    }

    /// Whether there is an alternative to the disabled events from `sleep` on, of which `taken` is
    /// the newest; finds it.
    fn find_alternative(&mut self, sleep: usize, taken: Id) -> bool {
        let mut disabled = &self.sleep[sleep..];
        let all = disabled.len();
        if let Alternatives::Most(most) = self.alternatives {
            disabled = &disabled[disabled.len().saturating_sub(most as usize)..];
        }
        if makes(self.mistake, Mistake::AnswersTheOldest) {
            disabled = &disabled[..1];
        }
        let mut comb = Comb {
            system: self.report.system,
            run: &mut self.run,
            structure: &mut self.structure,
            configuration: &mut self.configuration,
            disabled,
            all,
            added: &mut self.alternative,
            put_off: SmallVec::new(),
            mistake: self.mistake,
            gave_up: false,
            tried: 0,
            farthest: 0,
        };
        let begun = begin(self.timed);
        let found = comb.search();
        self.measured.searching += elapsed(begun);
        let Comb { gave_up, tried, farthest, .. } = comb;
        if MEASURES {
            self.measured.combs += 1;
            self.measured.tried += tried;
            self.measured.farthest = self.measured.farthest.max(farthest);
            self.measured.walked += std::mem::take(&mut self.configuration.walked);
        }
        if gave_up {
            let site = self.run.lane(self.structure[taken].thread).pending.site;
            let what = given_up(self.report.system, site);
            self.report.unsupported(what);
        }
        found
    }

    /// Whether there may be an alternative that is not known, since the bound kept something out
    /// after a disabled event.
    fn may_be_unknown(&mut self, sleep: usize) -> bool {
        let is_cut = |id: &Id| self.structure[*id].cut;
        if self.run.bound.is_none()
            || makes(self.mistake, Mistake::TrustsTheBound)
            || !self.sleep[sleep..].iter().any(is_cut)
        {
            return false;
        }
        let free = self.choose_freely();
        free.into_iter().for_each(|id| self.structure.forget_unused(id));
        free.is_some()
    }

    pub(super) fn has_begun(&self, thread: u32) -> bool {
        self.run.lanes.get(thread as usize).is_some_and(Option::is_some)
    }

    pub(super) fn next(&mut self, thread: u32) -> Option<Next> {
        self.run.next(self.report.system, &mut self.structure, &mut self.configuration, thread)
    }

    pub(super) fn event(&mut self, thread: u32, next: Next) -> Id {
        self.run.event(&mut self.structure, &mut self.configuration, thread, next)
    }

    /// Takes the left branch (line 10).
    fn take(&mut self, id: Id) {
        self.structure.refer(id);
        let (thread, next) = (self.structure[id].thread, Next::of(&self.structure[id]));
        self.refuse_silent(thread, next);
        self.extend(thread, Some(next));
        self.hold_other_answer(id, next);
        let Some(frame) = self.frames.last_mut() else { return };
        frame.taken = id;
        let Frame { sleep, guide, guide_end, astray, .. } = *frame;
        self.perform(id, thread, next);
        self.know(id);
        let (from, to) = (sleep as usize, self.sleep.len());
        for at in from..to {
            let asleep = self.sleep[at];
            if !self.structure.depend(asleep, id) {
                self.sleep.push(asleep);
            }
        }
        let guides = self.guides.len() as u32;
        let guide = if guide < guide_end { guide + 1 } else { guide_end };
        self.open(Frame {
            sleep: to as u32,
            own: 0,
            guide,
            guide_end,
            guides,
            taken: NONE,
            local: 0,
            cut: false,
            astray,
        });
    }

    /// A compare-and-swap that asks the input keeps itself with the other answer.
    fn hold_other_answer(&mut self, id: Id, next: Next) {
        if let Kind::Swap(answer, _) = next.kind
            && !makes(self.mistake, Mistake::OneAnswer)
        {
            let other = self.event(self.structure[id].thread, Next { kind: next.kind.told(1 - answer), ..next });
            self.structure.hold(id, other);
        }
    }

    /// Adds what a thread could have come to earlier to the structure; `next` is what it comes to
    /// now, if it can.
    pub(super) fn extend(&mut self, thread: u32, next: Option<Next>) {
        let begun = begin(self.timed);
        let mut found = std::mem::take(&mut self.found);
        let (structure, configuration) = (&mut self.structure, &mut self.configuration);
        self.run.extensions(self.report.system, structure, configuration, (thread, next), &mut found);
        if MEASURES {
            self.measured.extensions += found.len() as u64;
        }
        for (event, partner) in found.drain(..) {
            self.structure.hold(partner, event);
        }
        self.found = found;
        self.measured.extending += elapsed(begun);
    }

    /// Where a thread stands has become known.
    fn begun(&mut self, thread: u32) {
        self.report.begun(self.run.lane(thread).pending.op, &mut || self.run.schedule());
    }
}

/// The time, if it is to be taken.
fn begin(timed: bool) -> Option<Instant> {
    (MEASURES && timed).then(Instant::now)
}

fn elapsed(begun: Option<Instant>) -> Duration {
    begun.map_or(Duration::ZERO, |begun| begun.elapsed())
}
