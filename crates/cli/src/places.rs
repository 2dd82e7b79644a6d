//! Where sites are in the source, as people open it.

use threadbare_op::Site;
use threadbare_program::{Function, Inst, Pc, Program};
use threadbare_report::{Frame, Place};

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

    /// The program.
    #[must_use]
    pub fn program(&self) -> &'a Program {
        self.program
    }

    /// The place of a site. Of what was inlined from headers of libraries: of the call in the
    /// user's own code.
    #[must_use]
    pub fn place(&self, site: Site) -> Option<Place> {
        let mut line = self.program.line(site)?;
        let innermost = line.pos;
        while line.pos.is_some_and(|pos| self.is_header(pos)) {
            match line.inlined_at.and_then(|outer| self.program.lines.get(outer as usize)) {
                Some(outer) => line = outer,
                None => return self.position(innermost?),
            }
        }
        self.position(line.pos?)
    }

    /// Whether a place is in a header of a library.
    fn is_header(&self, pos: threadbare_program::SourcePos) -> bool {
        self.program.files.get(pos.file as usize).is_some_and(|file| file.is_library)
    }

    /// Whether a site is in headers of libraries only.
    fn is_library(&self, site: Site) -> bool {
        let Some(mut line) = self.program.line(site) else { return false };
        loop {
            if !line.pos.is_some_and(|pos| self.is_header(pos)) {
                return false;
            }
            match line.inlined_at.and_then(|outer| self.program.lines.get(outer as usize)) {
                Some(outer) => line = outer,
                None => return true,
            }
        }
    }

    /// How many bytes the instruction there copies or sets, if it does and that is a constant.
    #[must_use]
    pub fn copied(&self, site: Site) -> Option<u64> {
        let len = match inst_at(self.program, site)? {
            Inst::MemCopy { len, .. } | Inst::MemMove { len, .. } | Inst::MemSet { len, .. } => len,
            _ => return None,
        };
        self.program.number(*len)
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
        (pos.line > 0).then(|| Place { file: file.shown.clone(), line: pos.line, column: pos.column })
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
        function_name(&self.program.functions[function.index()])
    }

    /// A site as calls, innermost first: several if its function was inlined.
    #[must_use]
    pub fn frames(&self, site: Site) -> Vec<Frame> {
        let own = self.function(site);
        if self.is_runtime(site) {
            return vec![Frame { function: own, place: None, left_out: 0 }];
        }
        let Some(mut line) = self.program.line(site) else {
            return vec![Frame { function: own, place: None, left_out: 0 }];
        };
        let mut frames = Vec::new();
        loop {
            let outer = line.inlined_at.and_then(|outer| self.program.lines.get(outer as usize));
            let inlined = line.function.and_then(|function| self.program.inlined.get(function as usize));
            let function = match (outer, inlined) {
                (Some(_), Some(name)) => demangled(name).unwrap_or_else(|| name.clone()),
                _ => own.clone(),
            };
            frames.push(Frame { function, place: line.pos.and_then(|pos| self.position(pos)), left_out: 0 });
            // What was inlined from headers of libraries counts only where there is nothing else.
            let is_header = line.pos.is_some_and(|pos| self.is_header(pos));
            match outer {
                Some(next) => line = next,
                None => return frames,
            }
            if is_header && frames.len() == 1 {
                frames.clear();
            }
        }
    }

    /// The function that a new thread runs, unless that is one of the libraries.
    #[must_use]
    pub fn started(&self, function: Option<threadbare_program::FuncId>) -> Option<String> {
        let function = self.program.functions.get(function?.index()).filter(|function| !function.runtime)?;
        Some(function_name(function))
    }

    /// The calls that led to `site`, if the thread is in its function: `stack` without the place
    /// that the thread has come to there.
    #[must_use]
    pub fn below<'s>(&self, site: Site, stack: &'s [Site]) -> &'s [Site] {
        let function = |site| self.program.locate(site).map(|(function, _)| function);
        match stack.split_first() {
            Some((first, rest)) if function(*first) == function(site) => rest,
            _ => stack,
        }
    }

    /// The innermost site of `site` and `stack` (innermost first, with or without `site` itself)
    /// that is in the user's own code, and the calls that led there, innermost first. Code in
    /// headers of libraries counts only where there is no other. Of the libraries that come with
    /// the tool only those functions count that the user's code has called and that have called it
    /// back: `qsort`.
    #[must_use]
    pub fn users(&self, site: Site, stack: &[Site]) -> (Site, Vec<Site>) {
        let stack = if stack.first() == Some(&site) { &stack[1..] } else { stack };
        let all: Vec<Site> = std::iter::once(site).chain(stack.iter().copied()).collect();
        let is_called = |at: usize| all.get(at + 1).is_some_and(|caller| !self.is_runtime(*caller));
        // Within a library function the place is that of its call, which comes again below.
        let mut users = (0..all.len()).filter(|at| !self.is_runtime(all[*at]));
        let first = users.next().unwrap_or(all.len());
        let innermost = users.next().filter(|second| all[*second] == all[first]).unwrap_or(first);
        let counts = |&(at, site): &(usize, &Site)| {
            !self.is_runtime(*site) || (at > innermost && is_called(at) && !self.function(*site).starts_with("__"))
        };
        let own: Vec<Site> = all.iter().enumerate().filter(counts).map(|(_, site)| *site).collect();
        let from = own.iter().position(|site| !self.is_library(*site)).unwrap_or(0);
        let mut own = own.into_iter().skip(from).peekable();
        let Some(first) = own.next() else { return (site, Vec::new()) };
        // Within a library function the place is that of its call.
        let _ = own.next_if_eq(&first);
        (first, own.collect())
    }
}

/// The instruction at a site.
pub(crate) fn inst_at(program: &Program, site: Site) -> Option<&Inst> {
    let (function, pc) = program.locate(site)?;
    program.functions.get(function.index())?.code.get(pc.0 as usize)
}

/// What the source calls a function; of C++ and Rust with the scope that it is in.
fn function_name(function: &Function) -> String {
    demangled(&function.name).unwrap_or_else(|| match function.debug.name.as_str() {
        "" => function.name.clone(),
        name => name.to_owned(),
    })
}

/// The name of a symbol of C++ or Rust.
fn demangled(symbol: &str) -> Option<String> {
    if let Ok(name) = rustc_demangle::try_demangle(symbol) {
        return Some(format!("{name:#}"));
    }
    let options = cpp_demangle::DemangleOptions::new().no_params().no_return_type();
    symbol.starts_with("_Z").then(|| cpp_demangle::Symbol::new(symbol).ok()?.demangle(&options).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_of_other_languages() {
        assert_eq!(demangled("_ZN5queueILi4EE3popEv").as_deref(), Some("queue<4>::pop"));
        assert_eq!(demangled("_ZN4core3fmt5write17h0123456789abcdefE").as_deref(), Some("core::fmt::write"));
        assert_eq!(demangled("worker"), None);
        assert_eq!(demangled("_Zzz"), None);
    }
}
