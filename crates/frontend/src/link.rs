//! Makes one module of all inputs, as a linker makes one program.
//!
//! Files are linked in any case; members of archives only if they define what is missing, and
//! whatever the order of the command line (as lld does). Deviations: a module's inline assembly
//! defines nothing.

use crate::FrontendError;
use crate::input::{Inputs, Unit};
use crate::llvm::{Module, ReadError, Value};
use std::collections::HashSet;
use std::path::PathBuf;

/// Links the inputs to a program that begins at `entry`.
pub(crate) fn link(inputs: &Inputs, entry: &str) -> Result<Module, FrontendError> {
    let mut units = inputs.units.iter();
    let mut module = match units.next() {
        Some(first) => read(first)?,
        // Everything is in archives: then `main` is what is missing.
        None => Module::read("nothing", b"").map_err(|error| malformed("nothing", error))?,
    };
    for unit in units {
        add(&mut module, unit)?;
    }
    if !inputs.members.is_empty() {
        link_members(&mut module, &inputs.members, entry)?;
    }
    Ok(module)
}

fn link_members(module: &mut Module, members: &[Unit], entry: &str) -> Result<(), FrontendError> {
    let mut left = Vec::new();
    for member in members {
        left.push((member, defined(&read(member)?)));
    }
    loop {
        let missing = missing(module, entry);
        let needed = left.iter().position(|(_, defines)| defines.iter().any(|name| missing.contains(name)));
        let Some(needed) = needed else { return Ok(()) };
        add(module, left.remove(needed).0)?;
    }
}

fn symbols(module: &Module) -> impl Iterator<Item = Value<'_>> {
    module.functions().chain(module.globals()).chain(module.aliases())
}

/// The names that the module defines for others.
fn defined(module: &Module) -> Vec<String> {
    symbols(module).filter(|value| value.is_exported()).map(Value::name).collect()
}

/// The names that the module needs and does not define. Weak references need nothing.
fn missing(module: &Module, entry: &str) -> HashSet<String> {
    let needed =
        |value: &Value<'_>| value.is_declaration() && !value.is_extern_weak() && value.users().next().is_some();
    let mut names: HashSet<String> = symbols(module).filter(needed).map(Value::name).collect();
    if module.function(entry).is_none_or(Value::is_declaration) {
        names.insert(entry.into());
    }
    names
}

fn read(unit: &Unit) -> Result<Module, FrontendError> {
    Module::read(&unit.name, &unit.code).map_err(|error| malformed(&unit.name, error))
}

fn add(module: &mut Module, unit: &Unit) -> Result<(), FrontendError> {
    let failed = |ReadError(reason)| FrontendError::Link { path: PathBuf::from(&unit.name), reason };
    module.link(&unit.name, &unit.code).map_err(failed)
}

/// The error of a file that LLVM does not take.
pub(crate) fn malformed(name: &str, ReadError(reason): ReadError) -> FrontendError {
    FrontendError::Malformed { path: PathBuf::from(name), reason }
}
