//! From C source, LLVM code, and objects and archives that carry it, to a [`Program`].
//!
//! * `input` reads the files, `driver` runs clang, `link` makes one module of all; `llvm` is the
//!   safe face of LLVM's C API; `lower` makes register code.
//! * Only programs for x86-64 Linux, and for i386 (`-m32`), are understood. What a program may
//!   contain that the register code cannot say becomes an instruction that is reported by name when
//!   it is reached; nothing is guessed.
//!
//! Not covered: C++ exceptions (but for what is to be cleaned up when a thread ends), computed
//! goto, inline assembly, 80- and 128-bit numbers, atomic accesses of 16 bytes.

mod driver;
mod error;
mod headers;
mod input;
mod link;
mod llvm;
mod lower;
mod runtime;
mod undefined;

pub use driver::{Warning, WarningKind};
pub use error::FrontendError;
pub use headers::{KLEE, has_klee};
pub use input::{STDIN_SHOWN, standard_input};
pub use undefined::{Undefined, undefined};

use std::path::PathBuf;
use threadbare_program::{Program, SourceFile, SourcePos};

/// How to load a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FrontendOptions {
    /// Further arguments for clang, after our own.
    pub clang_flags: Vec<String>,
    /// The function at which the program begins, if it is not `main`. It takes no parameters.
    pub entry: Option<String>,
}

impl FrontendOptions {
    fn entry(&self) -> &str {
        self.entry.as_deref().unwrap_or("main")
    }
}

/// LLVM's reader can break down on garbled files, which ends the process. From now on, what
/// `output` makes of the message goes to standard output before.
pub fn report_crashes_by(output: fn(&str) -> String) {
    llvm::report_crashes_by(output);
}

/// Loads a program from one or more files, which are linked together.
///
/// # Errors
/// When a file cannot be read, compiled or linked, or is not for x86-64 or i386 Linux, or there is
/// no `main`.
pub fn load(inputs: &[PathBuf], options: &FrontendOptions) -> Result<Program, FrontendError> {
    load_with_warnings(inputs, options).map(|(program, _)| program)
}

/// The same, and what is worth knowing about the inputs.
///
/// # Errors
/// See [`load`].
pub fn load_with_warnings(
    inputs: &[PathBuf],
    options: &FrontendOptions,
) -> Result<(Program, Vec<Warning>), FrontendError> {
    let first = inputs.first().ok_or(FrontendError::NoInput)?.to_string_lossy();
    let (mut module, mut warnings) = linked(inputs, options)?;
    let triple = module.triple();
    if !is_supported(&module, &triple) {
        return Err(FrontendError::Target { triple });
    }
    runtime::link(&mut module)?;
    module.verify().map_err(|error| link::malformed(&first, error))?;
    check_entry(&module, options)?;
    let lower::Lowered { program, unended, numbers } = lower::lower(&module, options.entry());
    warnings.extend(unended_variables(&program, &unended));
    warnings.extend(numbers_of_addresses(&program, &numbers));
    Ok((program, warnings))
}

/// The file of a place, if it is the user's.
fn own_file(program: &Program, pos: SourcePos) -> Option<&SourceFile> {
    program.files.get(pos.file as usize).filter(|file| !file.is_library)
}

/// That the ends of blocks are not known, if that is so for a variable of the user's.
fn unended_variables(program: &Program, unended: &[lower::Unended]) -> Option<Warning> {
    let mut own = unended.iter().filter_map(|variable| Some((variable, own_file(program, variable.pos)?)));
    let (first, file) = own.next()?;
    let others = match own.count() {
        0 => "lives".into(),
        1 => "and another local variable live".into(),
        more => format!("and {more} more local variables live"),
    };
    let message = format!(
        "`{}` {others} until the function returns, since the object does not say where a block ends: a use after the \
         block was not looked for; compile with -O1, or with -O0 -Xclang -fsanitize-address-use-after-scope",
        first.name
    );
    let SourcePos { line, column, .. } = first.pos;
    Some(Warning { kind: WarningKind::Scope, file: file.shown.clone(), line, column, message })
}

/// That the user's program computes with the number of an address: in each execution it is the same.
fn numbers_of_addresses(program: &Program, numbers: &[SourcePos]) -> Option<Warning> {
    let mut own = numbers.iter().filter_map(|pos| Some((*pos, own_file(program, *pos)?)));
    let (SourcePos { line, column, .. }, file) = own.next()?;
    let others = match own.count() {
        0 => String::new(),
        1 => ", and in another place".into(),
        more => format!(", and in {more} more places"),
    };
    let message = format!(
        "the program computes with the number of an address{others}: what it does where addresses are others was not \
         explored"
    );
    Some(Warning { kind: WarningKind::Addresses, file: file.shown.clone(), line, column, message })
}

/// Whether programs for this machine are run: x86-64 (not with pointers of 32 bits), and i386.
fn is_supported(module: &llvm::Module, triple: &str) -> bool {
    let architecture = triple.split('-').next().unwrap_or_default();
    let is_i386 = matches!(architecture, "i386" | "i486" | "i586" | "i686");
    let is_known = match module.pointer_size() {
        8 => triple.is_empty() || architecture == "x86_64",
        4 => is_i386,
        _ => false,
    };
    is_known && module.is_little_endian()
}

/// One module of all files. If it does not have the function at which the program begins, that may
/// be a `static` one, of which the compiler writes only what is used, unless it is told otherwise.
fn linked(inputs: &[PathBuf], options: &FrontendOptions) -> Result<(llvm::Module, Vec<Warning>), FrontendError> {
    let link = |options: &FrontendOptions| {
        let inputs = input::read(inputs, options)?;
        Ok((link::link(&inputs, options.entry())?, inputs.warnings))
    };
    let (module, warnings) = link(options)?;
    if module.function(options.entry()).is_some_and(|function| !function.is_declaration()) {
        return Ok((module, warnings));
    }
    let mut all = options.clone();
    all.clang_flags.extend(["-Xclang", "-femit-all-decls"].map(String::from));
    Ok(link(&all).unwrap_or((module, warnings)))
}

/// How the names of tests begin, in files without `main`.
const TEST: &str = "test_";

fn check_entry(module: &llvm::Module, options: &FrontendOptions) -> Result<(), FrontendError> {
    let is_defined = |function: &llvm::Value<'_>| !function.is_declaration();
    let takes_parameters = |function: llvm::Value<'_>| function.params().next().is_some();
    match (module.function(options.entry()).filter(is_defined), &options.entry) {
        (Some(function), Some(name)) if takes_parameters(function) => {
            Err(FrontendError::BadEntry { name: name.clone(), takes_parameters: true })
        }
        (Some(_), _) => Ok(()),
        (None, Some(name)) => Err(FrontendError::BadEntry { name: name.clone(), takes_parameters: false }),
        (None, None) => {
            let is_test = |f: &llvm::Value<'_>| is_defined(f) && !takes_parameters(*f) && f.name().starts_with(TEST);
            Err(FrontendError::NoMain { tests: module.functions().filter(is_test).map(llvm::Value::name).collect() })
        }
    }
}
