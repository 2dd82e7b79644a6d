//! Where sites are in the source, as people open it.

use std::path::Path;
use threadbare_op::Site;
use threadbare_program::{Inst, Pc, Program};
use threadbare_report::Place;

/// The places of a program.
#[derive(Clone, Copy, Debug)]
pub struct Places<'a> {
    program: &'a Program,
}

impl<'a> Places<'a> {
    /// Of this program.
    #[must_use]
    pub fn new(program: &'a Program) -> Self {
        Self { program }
    }

    /// The place of a site.
    #[must_use]
    pub fn place(&self, site: Site) -> Option<Place> {
        self.position(self.program.position(site)?)
    }

    /// The place of a site, or else of its loop, or else of the nearest instruction that has one.
    #[must_use]
    pub fn near(&self, site: Site) -> Option<Place> {
        let (id, pc) = self.program.locate(site)?;
        let function = &self.program.functions[id.index()];
        if let Some(Inst::Loop { index, .. }) = function.code.get(pc.0 as usize)
            && let Some(pos) = function.loops.get(*index as usize).and_then(|l| l.pos)
        {
            return self.position(pos);
        }
        let around = (0..function.code.len() as u32).flat_map(|n| [pc.0.checked_sub(n), pc.0.checked_add(n)]);
        around.flatten().find_map(|at| self.place(self.program.site(id, Pc(at)))).or_else(|| {
            // Without debug information at least the function's own place may be known.
            self.position(function.debug.pos?)
        })
    }

    /// The place of a position.
    #[must_use]
    pub fn position(&self, pos: threadbare_program::SourcePos) -> Option<Place> {
        let file = self.program.files.get(pos.file as usize)?;
        let path = Path::new(&file.path);
        // As the user named it, if that leads there; else in full.
        let path = if path.is_absolute()
            || path.exists()
            || file.path == threadbare_frontend::STDIN_SHOWN
            || file.directory.is_empty()
        {
            file.path.clone()
        } else {
            Path::new(&file.directory).join(path).to_string_lossy().into_owned()
        };
        (pos.line > 0).then_some(Place { file: path, line: pos.line, column: pos.column })
    }

    /// Whether a site belongs to the libraries that come with the tool.
    #[must_use]
    pub fn is_runtime(&self, site: Site) -> bool {
        self.program.locate(site).is_some_and(|(f, _)| self.program.functions[f.index()].runtime)
    }

    /// The function that a site is in, as the source calls it.
    #[must_use]
    pub fn function(&self, site: Site) -> String {
        let Some((function, _)) = self.program.locate(site) else { return String::new() };
        let function = &self.program.functions[function.index()];
        if function.debug.name.is_empty() { function.name.clone() } else { function.debug.name.clone() }
    }

    /// The innermost site of `site` and `stack` (innermost first, with or without `site` itself) that is in the user's
    /// own code, and the calls that led there, innermost first.
    #[must_use]
    pub fn users(&self, site: Site, stack: &[Site]) -> (Site, Vec<Site>) {
        let stack = if stack.first() == Some(&site) { &stack[1..] } else { stack };
        let mut own = std::iter::once(site).chain(stack.iter().copied()).filter(|s| !self.is_runtime(*s));
        match own.next() {
            Some(first) => (first, own.collect()),
            None => (site, Vec::new()),
        }
    }
}
