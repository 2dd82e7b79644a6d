//! Programs, functions, globals and constants.

use crate::debug::{DebugFunction, LineOf, Shape, ShapeId, SourceFile, SourcePos};
use crate::inst::{Inst, Operand, Pc};
use crate::signature::{Signature, SignatureId};
use threadbare_op::Site;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);
        impl $name {
            /// As an index.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
id!(
    /// A function of the program.
    FuncId
);
id!(
    /// A declared but not defined function.
    ExternId
);
id!(
    /// A global variable.
    GlobalId
);
id!(
    /// A constant.
    ConstId
);

/// A constant operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Const {
    /// These bits.
    Bits(u64),
    /// The address of a global plus an offset in bytes. For a thread-local one: of the running
    /// thread's copy.
    Global(GlobalId, i64),
    /// The address of a function.
    Function(FuncId),
    /// The address of an external function.
    External(ExternId),
    /// An uninitialised value.
    Undef,
}

/// A part of a global's initial content; bytes that no part covers are zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GlobalInit {
    /// Bytes at an offset.
    Bytes(u64, Vec<u8>),
    /// An address (8 bytes) at an offset.
    Address(u64, Const),
    /// Bytes `offset..offset + length` are uninitialised.
    Undef(u64, u64),
}

/// A global variable.
#[derive(Clone, PartialEq, Debug)]
pub struct Global {
    /// As in the source.
    pub name: String,
    /// In bytes.
    pub size: u64,
    /// In bytes, a power of two.
    pub align: u32,
    /// Whether writing to it is a fault.
    pub constant: bool,
    /// Whether each thread has its own.
    pub thread_local: bool,
    /// Whether it is only declared (`extern`): reaching it is unsupported.
    pub external: bool,
    /// Initial content.
    pub init: Vec<GlobalInit>,
    /// How its parts are called.
    pub shape: Option<ShapeId>,
    /// Where it is declared.
    pub pos: Option<SourcePos>,
}

/// Memory of an activation that only it can see, kept in the frame.
#[derive(Clone, PartialEq, Debug)]
pub struct PrivateAlloca {
    /// In bytes.
    pub size: u64,
    /// In bytes.
    pub align: u32,
    /// The variable.
    pub name: String,
}

/// A loop of a function, for `--unroll` and `explain`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopInfo {
    /// Of its head.
    pub pos: Option<SourcePos>,
    /// How deep it is nested, from 1.
    pub depth: u32,
    /// Its first instruction, where it is known.
    pub head: Option<Pc>,
}

/// A function.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Function {
    /// As linked.
    pub name: String,
    /// Number of parameters: registers 0, 1, ... hold them.
    pub params: u32,
    /// Number of registers it returns. The program's first function may return one more: the number
    /// of the instruction at which the source returns, 0 if that is not known.
    pub results: u32,
    /// Whether it takes variable arguments.
    pub variadic: bool,
    /// What it takes and returns, if that is known. Not the last result of the program's first
    /// function, if that is a number of an instruction.
    pub kinds: Option<SignatureId>,
    /// Number of registers.
    pub regs: u32,
    /// The code; starts at 0.
    pub code: Vec<Inst>,
    /// The place of each instruction, as long as `code`; index into [`Program::lines`].
    pub lines: Vec<u32>,
    /// Its private memory.
    pub private: Vec<PrivateAlloca>,
    /// Its loops.
    pub loops: Vec<LoopInfo>,
    /// Names, for messages.
    pub debug: DebugFunction,
    /// The number of its first instruction in the numbering of sites; set by
    /// [`Program::number_sites`].
    pub first_site: u32,
    /// Whether it belongs to the libraries that come with the tool: messages then name its caller.
    pub runtime: bool,
    /// Whether no optimiser has been at it (LLVM's `optnone`): what it computes is what the source
    /// says.
    pub optnone: bool,
}

/// A function that is declared but not defined.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct External {
    /// As linked.
    pub name: String,
    /// Number of results in registers (0 or 1; more only for unsupported ones).
    pub results: u32,
    /// Whether the result is a float, of this width; its bits are in the register.
    pub float_result: Option<u8>,
    /// Whether nothing need define it: its address is null then.
    pub weak: bool,
}

/// A whole program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    /// Functions by [`FuncId`].
    pub functions: Vec<Function>,
    /// Externals by [`ExternId`].
    pub externals: Vec<External>,
    /// Globals by [`GlobalId`].
    pub globals: Vec<Global>,
    /// Constants by [`ConstId`].
    pub consts: Vec<Const>,
    /// The function that runs first, after `constructors`: `main`.
    pub entry: Option<FuncId>,
    /// Run before `main`, in order.
    pub constructors: Vec<FuncId>,
    /// Run after `main` or `exit`, in order.
    pub destructors: Vec<FuncId>,
    /// Source files.
    pub files: Vec<SourceFile>,
    /// Distinct source positions of instructions, with what they were inlined into.
    pub lines: Vec<LineOf>,
    /// Functions that were inlined, as the linker would call them.
    pub inlined: Vec<String>,
    /// Shapes of variables.
    pub shapes: Vec<Shape>,
    /// What calls pass and functions take, each once.
    pub signatures: Vec<Signature>,
    /// Whether it is known that no numbers are made of addresses, and that they are compared only for
    /// being equal, but where [`crate::Inst::AsNumber`] stands.
    pub opaque_addresses: bool,
    /// Whether it is one for 32 bits (ILP32): pointers have 4 bytes in memory, and the number of an
    /// address 32 bits. In registers a pointer takes 64 bits, as in other programs.
    pub ilp32: bool,
}

impl Program {
    /// How many bytes a pointer takes in memory.
    #[must_use]
    pub const fn pointer_bytes(&self) -> u8 {
        if self.ilp32 { 4 } else { 8 }
    }

    /// The function of this name, if the program has one.
    #[must_use]
    pub fn function_named(&self, name: &str) -> Option<FuncId> {
        let index = self.functions.iter().position(|function| function.name == name)?;
        u32::try_from(index).ok().map(FuncId)
    }

    /// An entry of the table of signatures.
    #[must_use]
    pub fn signature(&self, id: SignatureId) -> Option<&Signature> {
        self.signatures.get(id.index())
    }

    /// Numbers the sites; call it when all functions are there.
    pub fn number_sites(&mut self) {
        let mut next = 0;
        for function in &mut self.functions {
            function.first_site = next;
            next += u32::try_from(function.code.len()).unwrap_or(u32::MAX);
        }
    }

    /// What an operand is that is a constant.
    #[must_use]
    pub fn constant(&self, operand: Operand) -> Option<&Const> {
        self.consts.get(operand.as_const()?.index())
    }

    /// The bytes of an operand that points to a constant string, without the 0 at its end.
    #[must_use]
    pub fn text(&self, operand: Operand) -> Option<Vec<u8>> {
        let Const::Global(global, offset) = self.constant(operand)? else { return None };
        let global = self.globals.get(global.index()).filter(|global| global.constant)?;
        let bytes = global.init.iter().find_map(|part| match part {
            GlobalInit::Bytes(at, bytes) => bytes.get(usize::try_from(offset.checked_sub_unsigned(*at)?).ok()?..),
            _ => None,
        })?;
        Some(bytes.iter().copied().take_while(|&byte| byte != 0).collect())
    }

    /// The bits of an operand that is a number.
    #[must_use]
    pub fn number(&self, operand: Operand) -> Option<u64> {
        match self.constant(operand)? {
            Const::Bits(bits) => Some(*bits),
            _ => None,
        }
    }

    /// The site of an instruction.
    #[must_use]
    pub fn site(&self, function: FuncId, pc: Pc) -> Site {
        Site(self.functions[function.index()].first_site + pc.0)
    }

    /// The instruction at a site.
    #[must_use]
    pub fn locate(&self, site: Site) -> Option<(FuncId, Pc)> {
        let after = self.functions.partition_point(|f| f.first_site <= site.0);
        // Functions without code share their first site with the next one: take the last that
        // starts there.
        let function = after.checked_sub(1)?;
        let pc = site.0 - self.functions[function].first_site;
        ((pc as usize) < self.functions[function].code.len()).then_some((FuncId(u32::try_from(function).ok()?), Pc(pc)))
    }

    /// Where a site is in the source.
    #[must_use]
    pub fn position(&self, site: Site) -> Option<SourcePos> {
        self.line(site)?.pos
    }

    /// The entry of the table of lines for a site.
    #[must_use]
    pub fn line(&self, site: Site) -> Option<&LineOf> {
        let (function, pc) = self.locate(site)?;
        let function = &self.functions[function.index()];
        self.lines.get(*function.lines.get(pc.0 as usize)? as usize)
    }
}
