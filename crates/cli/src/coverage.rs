//! `--coverage`: which lines of the user's program were reached.
//!
//! A line has code if an instruction of a function of the user's program comes from it, and was
//! reached if one of these was, also where the function was inlined. A function was called if one
//! of its lines was reached. Jumps are no code: who branches to one goes on at its target. So a line
//! with nothing but `break` is not listed.
//!
//! Not covered: branches within a line, and what the compiler has removed.

use crate::places::Places;
use std::collections::BTreeMap;
use threadbare_machine::Reached;
use threadbare_program::{FuncId, Function, Inst, Pc, Program};
use threadbare_report::Place;
use threadbare_report::coverage::{self, Lines};

/// What was reached of a program.
pub(crate) fn of(program: &Program, reached: &Reached) -> Lines {
    let places = Places::new(program);
    let own: Vec<(FuncId, &Function)> =
        (0..).map(FuncId).zip(&program.functions).filter(|(_, function)| !function.runtime).collect();
    let mut files: BTreeMap<String, BTreeMap<u32, bool>> = BTreeMap::new();
    for (id, function) in &own {
        for (pc, inst) in (0..).map(Pc).zip(&function.code) {
            let site = program.site(*id, pc);
            let is_reached = reached.contains(site);
            let only_jumps = matches!(inst, Inst::Jump { .. } | Inst::Loop { .. });
            if let Some(Place { file, line, .. }) = places.place(site).filter(|_| is_reached || !only_jumps) {
                *files.entry(file).or_default().entry(line).or_default() |= is_reached;
            }
        }
    }
    let is_reached = |place: &Place| files.get(&place.file).and_then(|lines| lines.get(&place.line)) == Some(&true);
    let mut functions: Vec<coverage::Function> = Vec::new();
    for (id, function) in own.iter().filter(|(_, function)| !function.code.is_empty()) {
        let mut sites = (0..function.code.len() as u32).map(|pc| program.site(*id, Pc(pc)));
        let called = sites.any(|site| reached.contains(site) || places.place(site).is_some_and(|p| is_reached(&p)));
        let name = places.function(program.site(*id, Pc(0)));
        functions.push(coverage::Function {
            place: function.debug.pos.and_then(|pos| places.position(pos)),
            name,
            called,
        });
    }
    functions.sort();
    functions.dedup();
    Lines { files, functions }
}
