//! What is known of a function that no input defines: asked for only when an execution has called
//! it.

use crate::llvm::Module;
use crate::lower::source_file;
use crate::{FrontendOptions, input};
use std::path::PathBuf;

/// Where there is more about a function that no input defines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Undefined {
    /// The file and the line of its declaration, as far as debug information tells.
    pub declared: Option<(PathBuf, u32)>,
    /// The member of an archive that defines it, in machine code only.
    pub native: Option<String>,
    /// The function that chooses what it stands for, if it is an `ifunc`.
    pub resolver: Option<String>,
}

/// What there is to say about each of these functions. clang describes declarations only when it is
/// told to optimise: so C inputs are compiled again, with the passes left out.
#[must_use]
pub fn undefined(inputs: &[PathBuf], options: &FrontendOptions, names: &[&str]) -> Vec<Undefined> {
    let mut options = options.clone();
    options.clang_flags.extend(["-O1", "-Xclang", "-disable-llvm-passes"].map(String::from));
    let mut found = vec![Undefined::default(); names.len()];
    let Ok(inputs) = input::read(inputs, &options) else { return found };
    for (name, found) in names.iter().zip(&mut found) {
        found.native = inputs.native.iter().find(|(symbol, _)| symbol == name).map(|(_, member)| member.clone());
    }
    for unit in inputs.units.iter().chain(&inputs.members) {
        let Ok(module) = Module::read(&unit.name, &unit.code) else { continue };
        for (name, found) in names.iter().zip(&mut found) {
            found.declared = found.declared.take().or_else(|| declaration(&module, name));
            found.resolver = found.resolver.take().or_else(|| Some(module.ifunc(name)?.resolver().name()));
        }
    }
    found
}

fn declaration(module: &Module, name: &str) -> Option<(PathBuf, u32)> {
    let node = module.function(name)?.subprogram()?;
    let path = PathBuf::from(source_file(module, node.scope_file()?).shown);
    Some((path, node.subprogram_line())).filter(|(path, line)| *line > 0 && !path.as_os_str().is_empty())
}
