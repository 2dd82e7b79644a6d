//! The input files, taken as what they are: C is compiled, LLVM code is taken as it is, and out of
//! objects, executables and archives comes the LLVM code that they carry.

mod archive;
mod elf;
mod kind;

use crate::driver::{self, Job, Warning};
use crate::{FrontendError, FrontendOptions};
use kind::{Kind, STDIN};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The LLVM code of a translation unit.
pub(crate) struct Unit {
    /// What messages call it: `a.c`, `libq.a(queue.o)`.
    pub(crate) name: String,
    pub(crate) code: Vec<u8>,
}

/// What the input files come to.
#[derive(Default)]
pub(crate) struct Inputs {
    /// What is linked in any case, in the order of the command line.
    pub(crate) units: Vec<Unit>,
    /// Members of archives, which are linked if they define what is missing.
    pub(crate) members: Vec<Unit>,
    /// Symbols that are defined in machine code only, each with the archive's member that defines
    /// it.
    pub(crate) native: Vec<(String, String)>,
    /// What the compiler says of C that it accepts.
    pub(crate) warnings: Vec<Warning>,
}

/// Reads the files, and compiles those that are C: as many at a time as there are cores.
pub(crate) fn read(paths: &[PathBuf], options: &FrontendOptions) -> Result<Inputs, FrontendError> {
    let most = std::thread::available_parallelism().map_or(1, usize::from);
    let mut inputs = Inputs::default();
    let mut jobs: VecDeque<(Job, &Path)> = VecDeque::new();
    for path in paths {
        if jobs.len() >= most {
            finish_first(&mut jobs, &mut inputs)?;
        }
        let bytes = content(path)?;
        match kind::of(path, &bytes) {
            Some(Kind::C) => jobs.push_back((driver::start(path, is_stdin(path).then_some(bytes), options)?, path)),
            Some(Kind::Llvm) => jobs.push_back((Job::Ready(vec![bytes]), path)),
            Some(Kind::Elf) => jobs.push_back((Job::Ready(modules_of(path, &bytes)?), path)),
            Some(Kind::Archive) => take_apart(path, &bytes, &mut inputs)?,
            Some(Kind::Cpp) => return Err(FrontendError::Cpp { path: path.clone() }),
            None => return Err(FrontendError::UnknownKind { path: path.clone() }),
        }
    }
    while !jobs.is_empty() {
        finish_first(&mut jobs, &mut inputs)?;
    }
    Ok(inputs)
}

fn finish_first(jobs: &mut VecDeque<(Job, &Path)>, inputs: &mut Inputs) -> Result<(), FrontendError> {
    let Some((job, path)) = jobs.pop_front() else { return Ok(()) };
    let name = path.to_string_lossy();
    let (modules, warnings) = job.finish(path)?;
    inputs.units.extend(modules.into_iter().map(|code| Unit { name: name.clone().into_owned(), code }));
    inputs.warnings.extend(warnings);
    Ok(())
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new(STDIN)
}

/// What came from standard input. It can be read only once, but is asked for again by messages that
/// quote it.
static STANDARD_INPUT: OnceLock<Vec<u8>> = OnceLock::new();

/// What clang calls standard input in debug information.
pub const STDIN_SHOWN: &str = "<stdin>";

/// The text that was read from standard input, if it was an input file.
#[must_use]
pub fn standard_input() -> Option<String> {
    STANDARD_INPUT.get().map(|bytes| String::from_utf8_lossy(bytes).into_owned())
}

fn content(path: &Path) -> Result<Vec<u8>, FrontendError> {
    let unreadable =
        |error: std::io::Error| FrontendError::Unreadable { path: path.to_path_buf(), reason: error.to_string() };
    if !is_stdin(path) {
        return std::fs::read(path).map_err(unreadable);
    }
    if let Some(known) = STANDARD_INPUT.get() {
        return Ok(known.clone());
    }
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut std::io::stdin().lock(), &mut bytes).map_err(unreadable)?;
    Ok(STANDARD_INPUT.get_or_init(|| bytes).clone())
}

fn modules_of(path: &Path, bytes: &[u8]) -> Result<Vec<Vec<u8>>, FrontendError> {
    let elf = elf::read(bytes).map_err(|reason| FrontendError::Object { path: path.to_path_buf(), reason })?;
    if elf.modules.is_empty() {
        return Err(FrontendError::NoBitcode { path: path.to_path_buf() });
    }
    Ok(elf.modules.into_iter().map(<[u8]>::to_vec).collect())
}

/// Sorts the members of an archive. What is neither LLVM code nor ELF is no business of a linker.
fn take_apart(path: &Path, bytes: &[u8], inputs: &mut Inputs) -> Result<(), FrontendError> {
    let broken = |reason| FrontendError::Object { path: path.to_path_buf(), reason };
    let (members, native) = (inputs.members.len(), inputs.native.len());
    for member in archive::members(path, bytes).map_err(broken)? {
        let name = format!("{}({})", path.display(), member.name);
        match kind::by_magic(&member.bytes) {
            Some(Kind::Llvm) => inputs.members.push(Unit { name, code: member.bytes }),
            Some(Kind::Elf) => {
                let elf = elf::read(&member.bytes).map_err(|reason| broken(format!("{}: {reason}", member.name)))?;
                if elf.modules.is_empty() {
                    inputs.native.extend(elf.defines.into_iter().map(|symbol| (symbol, name.clone())));
                }
                let units = elf.modules.iter().map(|code| Unit { name: name.clone(), code: code.to_vec() });
                inputs.members.extend(units);
            }
            _ => {}
        }
    }
    if inputs.members.len() == members && inputs.native.len() > native {
        return Err(FrontendError::NoBitcode { path: path.to_path_buf() });
    }
    Ok(())
}
