//! What the source calls things.

use std::path::Path;

/// A source file.
#[derive(Clone, Eq, Debug, Default)]
pub struct SourceFile {
    /// As the compiler was given it (relative to `directory` unless absolute).
    pub path: String,
    /// Where the compiler ran.
    pub directory: String,
    /// As people open it.
    pub shown: String,
    /// Whether it is a header of a library, as far as that shows: of the system, or of Rust's own.
    pub is_library: bool,
}

/// The rest follows from these, and from what files there are.
impl PartialEq for SourceFile {
    fn eq(&self, other: &Self) -> bool {
        (&self.path, &self.directory) == (&other.path, &other.directory)
    }
}

impl SourceFile {
    /// A file that people open as the compiler was given it.
    #[must_use]
    pub fn new(path: String, directory: String) -> Self {
        Self { shown: path.clone(), is_library: in_library(&path), path, directory }
    }

    /// A file that people open in the directory of the compiler, as there is none of that name here.
    #[must_use]
    pub fn elsewhere(path: String, directory: String) -> Self {
        let shown = Path::new(&directory).join(&path).to_string_lossy().into_owned();
        Self { is_library: in_library(&path) || in_library(&directory), shown, path, directory }
    }
}

fn in_library(path: &str) -> bool {
    path.starts_with("/usr/") || path.starts_with("/rustc/")
}

/// A position in a source file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct SourcePos {
    /// Index into [`crate::Program::files`].
    pub file: u32,
    /// From 1; 0 if unknown.
    pub line: u32,
    /// From 1; 0 if unknown.
    pub column: u32,
}

/// The source position of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct LineOf {
    /// The position itself.
    pub pos: Option<SourcePos>,
    /// If it was inlined: the entry of [`crate::Program::lines`] of the call.
    pub inlined_at: Option<u32>,
    /// If it was inlined: the function that it belongs to, an entry of [`crate::Program::inlined`].
    pub function: Option<u32>,
}

/// Names in a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DebugFunction {
    /// As the source calls it.
    pub name: String,
    /// Where it is defined.
    pub pos: Option<SourcePos>,
    /// Names of memory that the function allocates, and of input that it takes:
    /// `(pc of the Alloca or of the call of malloc, variable, shape)`. For a call, the
    /// variable that its result is first assigned to and the shape of what that points to.
    pub allocations: Vec<(u32, String, Option<ShapeId>)>,
    /// Accesses that are parts of a larger one of the source:
    /// `(pc, offset within the whole, size of the whole)`.
    pub parts: Vec<(u32, u64, u64)>,
    /// Accesses to members of structures, through pointers.
    pub members: Vec<Member>,
}

/// Which member of a structure an access is to, as the source has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member {
    /// The access.
    pub pc: u32,
    /// The structure.
    pub of: ShapeId,
    /// Where in it the member begins, or what is accessed of it,
    pub offset: i64,
    /// if that is known: else an index that is not known comes after it.
    pub exact: bool,
}

/// Index into [`crate::Program::shapes`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ShapeId(pub u32);

/// How the parts of a piece of memory are called, from the debug information.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Name of the type, `struct node` say.
    pub name: String,
    /// In bytes.
    pub size: u64,
    /// Its parts.
    pub kind: ShapeKind,
}

/// A bit-field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BitField {
    /// Its name.
    pub name: String,
    /// Its lowest bit, from that of the first byte on.
    pub first: u64,
    /// How many bits it has, at most 64.
    pub count: u32,
    /// Its type: a scalar or an enumeration.
    pub of: ShapeId,
}

/// The parts of a [`Shape`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShapeKind {
    /// A number.
    Scalar {
        /// Whether it is signed.
        signed: bool,
        /// Whether it is a float.
        float: bool,
    },
    /// A number with names for some of its values.
    Enum(Vec<(String, u64)>),
    /// A pointer to something of that shape, if known.
    Pointer(Option<ShapeId>),
    /// Fields: name (empty if anonymous), offset in bytes, shape. A union's overlap.
    Fields(Vec<(String, u64, ShapeId)>),
    /// Bit-fields that share bytes.
    Bits(Vec<BitField>),
    /// An array of that many elements.
    Array(ShapeId, u64),
    /// Anything else.
    Opaque,
}
