//! What threads have touched plainly since their last events: part of a state, where explorers stop
//! at states that are known.

use smallvec::SmallVec;
use threadbare_op::{Mark, States, ThreadId, Touched};

/// What a thread has touched plainly since its last event.
pub(crate) type Since = Box<[Touched]>;

/// What the steps since `since` have touched, by word.
pub(crate) fn touched_since<S: States>(system: &S, since: Mark) -> Since {
    let mut touched = Vec::new();
    system.touches(since, &mut touched);
    by_word(touched)
}

/// The same accesses with one entry for each word, in order.
pub(crate) fn by_word(mut touched: Vec<Touched>) -> Since {
    touched.sort_unstable();
    touched.dedup_by(|next, kept| {
        let same = next.word == kept.word;
        if same {
            kept.reads |= next.reads;
            kept.writes |= next.writes;
            kept.sums |= next.sums;
        }
        same
    });
    touched.into()
}

/// The same of all threads of an execution, event by event.
#[derive(Debug, Default)]
pub(crate) struct Touching {
    /// By thread.
    now: Vec<Since>,
    /// By event: what threads had touched before it.
    before: Vec<SmallVec<[(usize, Since); 2]>>,
}

impl Touching {
    /// At the beginning, where `main` has touched this.
    pub(crate) fn begin(main: Since) -> Self {
        Self { now: vec![main], before: Vec::new() }
    }

    /// What a thread has touched.
    pub(crate) fn of(&self, thread: ThreadId) -> &[Touched] {
        self.now.get(thread.index()).map_or(&[], |touched| touched)
    }

    /// Of all threads that have touched something, by thread.
    pub(crate) fn all(&self) -> SmallVec<[(ThreadId, &[Touched]); 8]> {
        let all = (0..).map(ThreadId).zip(&self.now).filter(|(_, touched)| !touched.is_empty());
        all.map(|(thread, touched)| (thread, &**touched)).collect()
    }

    /// After an event of a thread it has touched this, and so has the thread that it began, if it
    /// did. If it has joined one, what that has done happens before what comes next.
    pub(crate) fn performed(
        &mut self,
        thread: ThreadId,
        (began, joined): (Option<ThreadId>, Option<ThreadId>),
        touched: Since,
    ) {
        self.before.push(SmallVec::new());
        if let Some(child) = began {
            self.put(child, touched.clone());
        }
        if let Some(ended) = joined {
            self.put(ended, Since::default());
        }
        self.put(thread, touched);
    }

    fn put(&mut self, thread: ThreadId, touched: Since) {
        let thread = thread.index();
        if self.now.len() <= thread {
            self.now.resize(thread + 1, Since::default());
        }
        let before = std::mem::replace(&mut self.now[thread], touched);
        if let Some(last) = self.before.last_mut() {
            last.push((thread, before));
        }
    }

    /// Takes the last event back.
    pub(crate) fn take_back(&mut self) {
        for (thread, touched) in self.before.pop().into_iter().flatten() {
            self.now[thread] = touched;
        }
    }
}
