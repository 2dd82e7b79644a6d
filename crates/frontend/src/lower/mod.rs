//! From a verified LLVM module to a [`Program`].
//!
//! No LLVM pass runs. What mem2reg and SROA would be run for is done here instead, on the way,
//! because running them would lose faults: mem2reg turns a read of a variable that is uninitialised
//! on one path into the value of the other path.
//! * [`promote`]: a local scalar whose address is never taken becomes a register. It is exact: each
//!   load reads what the last store of the same activation wrote, or "uninitialised".
//! * The same analysis finds locals that only their function can see ([`Inst::PrivateAlloca`]):
//!   their accesses are invisible to other threads, so that they are never operations of a
//!   schedule.
//! * Every other load and store of the module becomes exactly one access of the program (or
//!   several, if it is an aggregate's), in order; none is removed, invented or moved.
//!
//! Functions and globals are lowered when something reachable from `main` or a constructor names
//! them; the rest is left out.
//!
//! [`Inst::PrivateAlloca`]: threadbare_program::Inst::PrivateAlloca

mod arith;
mod asm;
mod call;
mod carry;
mod consts;
pub(crate) mod deadline;
mod debug;
mod flow;
mod function;
mod globals;
mod intrinsics;
mod jump;
mod kinds;
mod layout;
mod members;
mod memory;
mod naming;
mod opaque;
mod packed;
pub(crate) mod passes;
mod promote;
mod reading;
mod returned;
mod shapes;
mod sleep;
mod spans;
mod special;
mod unwind;
mod wide;
mod wide_atomic;

use crate::llvm::{Block, Module, Type, Value};
pub(crate) use debug::source_file;

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::rc::Rc;
use threadbare_program::{
    Const, ConstId, ExternId, External, FuncId, Function, Global, GlobalId, Operand, Program, Signature, SignatureId,
    SourcePos,
};

/// The section that functions of the tool's own libraries are put into when they are linked.
pub(crate) const RUNTIME_SECTION: &str = ".threadbare.runtime";

/// The state of lowering a module.
pub(crate) struct Lowering<'m> {
    module: &'m Module,
    program: Program,
    consts: FxHashMap<Const, ConstId>,
    /// Constants of the module that are known as one operand.
    folded: FxHashMap<Value<'m>, Operand>,
    functions: FxHashMap<Value<'m>, FuncId>,
    externals: FxHashMap<String, ExternId>,
    globals: FxHashMap<Value<'m>, GlobalId>,
    pending_functions: VecDeque<(Value<'m>, FuncId)>,
    pending_globals: VecDeque<(Value<'m>, GlobalId)>,
    signatures: FxHashMap<Signature, SignatureId>,
    layouts: FxHashMap<Type<'m>, Rc<[layout::Leaf]>>,
    debug: debug::Tables<'m>,
    /// The numbers that stand for the addresses of labels.
    labels: FxHashMap<Block<'m>, u64>,
    /// The numbers of these attributes.
    byval: u32,
    optnone: u32,
    signext: u32,
    /// Initial values that cannot be computed: reported when the program starts.
    bad_initialisers: Vec<String>,
    /// What else makes the whole program one that is not supported.
    refused: Vec<String>,
    unended: Vec<Unended>,
    numbers: Vec<SourcePos>,
    /// The readings of the clock that decide something.
    deciding: FxHashSet<Value<'m>>,
}

/// A program, and what is worth knowing about it.
pub(crate) struct Lowered {
    pub(crate) program: Program,
    /// The variables whose end is not known.
    pub(crate) unended: Vec<Unended>,
    /// Where it computes with the number of an address.
    pub(crate) numbers: Vec<SourcePos>,
}

/// A variable of a block of which the code does not say where it ends.
pub(crate) struct Unended {
    pub(crate) name: String,
    pub(crate) pos: SourcePos,
}

/// Lowers a whole module.
pub(crate) fn lower(module: &Module, entry: &str) -> Lowered {
    let mut lowering = Lowering {
        module,
        program: Program { ilp32: module.pointer_size() == 4, ..Program::default() },
        consts: FxHashMap::default(),
        folded: FxHashMap::default(),
        functions: FxHashMap::default(),
        externals: FxHashMap::default(),
        globals: FxHashMap::default(),
        pending_functions: VecDeque::new(),
        pending_globals: VecDeque::new(),
        signatures: FxHashMap::default(),
        layouts: FxHashMap::default(),
        debug: debug::Tables::default(),
        labels: FxHashMap::default(),
        byval: Module::attribute_kind("byval"),
        optnone: Module::attribute_kind("optnone"),
        signext: Module::attribute_kind("signext"),
        bad_initialisers: Vec::new(),
        refused: Vec::new(),
        unended: Vec::new(),
        numbers: Vec::new(),
        deciding: FxHashSet::default(),
    };
    lowering.run(entry);
    let Lowering { program, unended, numbers, .. } = lowering;
    Lowered { program, unended, numbers }
}

impl<'m> Lowering<'m> {
    fn run(&mut self, entry: &str) {
        self.program.lines.push(threadbare_program::LineOf::default());
        self.program.opaque_addresses = true;
        self.deciding = reading::deciding(self);
        self.program.entry = self.module.function(entry).filter(|f| !f.is_declaration()).map(|f| self.function_id(f));
        self.program.constructors = self.structors("llvm.global_ctors");
        self.program.destructors = self.structors("llvm.global_dtors");
        // The later ones undo what the earlier ones did.
        self.program.destructors.reverse();
        loop {
            if let Some((value, id)) = self.pending_functions.pop_front() {
                let function = function::lower(self, value, self.program.entry == Some(id));
                // The libraries make no numbers of addresses.
                let is_opaque = function.runtime || opaque::is_opaque(value, self.program.ilp32);
                self.program.opaque_addresses &= is_opaque;
                if !function.runtime {
                    self.note_numbers(value);
                }
                self.program.functions[id.index()] = function;
            } else if let Some((value, id)) = self.pending_globals.pop_front() {
                self.lower_global(value, id);
            } else {
                break;
            }
        }
        self.refuse_sections();
        self.report_refused();
        self.program.files = std::mem::take(&mut self.debug.files);
        self.program.shapes = std::mem::take(&mut self.debug.shapes);
        threadbare_program::add_caller(&mut self.program);
        threadbare_program::straighten(&mut self.program);
        threadbare_program::unrotate(&mut self.program);
        threadbare_program::fold(&mut self.program);
        self.program.number_sites();
    }

    /// Notes where a function computes with the number of an address.
    fn note_numbers(&mut self, function: Value<'m>) {
        for inst in opaque::computes(function) {
            let line = inst.location().and_then(|location| self.stated_line(location));
            self.numbers.extend(line.and_then(|line| self.program.lines[line as usize].pos));
        }
    }

    /// The functions listed in `llvm.global_ctors` or `_dtors`, by ascending priority.
    fn structors(&mut self, list: &str) -> Vec<FuncId> {
        let Some(list) = self.module.global(list).and_then(Value::initializer) else { return Vec::new() };
        let mut found = Vec::new();
        let mut index = 0;
        while let Some(entry) = (index < list.operand_count()).then(|| list.element(index)).flatten() {
            index += 1;
            let priority = entry.element(0).and_then(Value::int).unwrap_or(65535);
            if let Some(Const::Function(id)) = entry.element(1).and_then(|f| self.fold(f)) {
                found.push((priority, id));
            }
        }
        found.sort_by_key(|&(priority, _)| priority);
        found.into_iter().map(|(_, id)| id).collect()
    }

    /// A function that says which initial values could not be computed, run before everything else.
    /// What only a linker makes of sections.
    fn refuse_sections(&mut self) {
        let is_run = |name: &str| {
            [".init_array", ".fini_array", ".preinit_array", ".ctors", ".dtors"].iter().any(|of| name.starts_with(of))
        };
        if let Some(global) = self.module.globals().find(|global| is_run(&global.section())) {
            let what =
                format!("the functions in section `{}`, which are to run before or after `main`", global.section());
            self.refused.push(what);
        }
        let is_bound = |global: &&Global| {
            global.external && (global.name.starts_with("__start_") || global.name.starts_with("__stop_"))
        };
        if let Some(bound) = self.program.globals.iter().find(is_bound) {
            self.refused.push(format!("`{}`, which a linker sets to a bound of a section", bound.name));
        }
    }

    /// What the program needs and is not supported is met before anything else.
    fn report_refused(&mut self) {
        if !self.bad_initialisers.is_empty() {
            self.refused.push(format!("initial value of {}", self.bad_initialisers.join(", ")));
        }
        if self.refused.is_empty() {
            return;
        }
        let what = self.refused.join(", ");
        let id = FuncId(index_u32(self.program.functions.len()));
        self.program.functions.push(Function {
            name: "(initialisation)".to_owned(),
            code: vec![threadbare_program::Inst::Unsupported { what: what.into() }],
            lines: vec![0],
            ..Function::default()
        });
        self.program.constructors.insert(0, id);
    }

    /// The number of a defined function, which is then lowered sooner or later.
    fn function_id(&mut self, value: Value<'m>) -> FuncId {
        if let Some(&id) = self.functions.get(&value) {
            return id;
        }
        let id = FuncId(index_u32(self.program.functions.len()));
        self.functions.insert(value, id);
        self.program.functions.push(Function::default());
        self.pending_functions.push_back((value, id));
        id
    }

    /// The number of a declared function.
    fn external_id(&mut self, value: Value<'m>) -> ExternId {
        let name = value.name();
        if let Some(&id) = self.externals.get(&name) {
            return id;
        }
        let result =
            if value.kind() == crate::llvm::ValueKind::Function { Some(value.value_type().result()) } else { None };
        let leaves = result.map_or_else(|| Rc::from([]), |ty| self.layout(ty));
        let float_result = match leaves.first().map(|leaf| leaf.scalar) {
            Some(layout::Scalar::Float(width)) => Some(width),
            _ => None,
        };
        let weak = value.is_extern_weak();
        self.add_external(External { name, results: index_u32(leaves.len()), float_result, weak })
    }

    /// The number of an external that the module need not mention, and that gives nothing.
    fn external_named(&mut self, name: &str) -> ExternId {
        self.add_external(External { name: name.to_owned(), results: 0, float_result: None, weak: false })
    }

    /// The same for one that gives a float.
    fn external_float(&mut self, name: &str, width: u8) -> ExternId {
        self.add_external(External { name: name.to_owned(), results: 1, float_result: Some(width), weak: false })
    }

    fn add_external(&mut self, external: External) -> ExternId {
        if let Some(&id) = self.externals.get(&external.name) {
            return id;
        }
        let id = ExternId(index_u32(self.program.externals.len()));
        self.externals.insert(external.name.clone(), id);
        self.program.externals.push(external);
        id
    }

    /// The number of a global.
    fn global_id(&mut self, value: Value<'m>) -> GlobalId {
        if let Some(&id) = self.globals.get(&value) {
            return id;
        }
        let id = GlobalId(index_u32(self.program.globals.len()));
        self.globals.insert(value, id);
        let global = self.describe_global(value);
        self.program.globals.push(global);
        self.pending_globals.push_back((value, id));
        id
    }

    /// The number of a constant.
    fn const_id(&mut self, constant: Const) -> ConstId {
        let next = ConstId(index_u32(self.program.consts.len()));
        let id = *self.consts.entry(constant).or_insert(next);
        if id == next {
            self.program.consts.push(constant);
        }
        id
    }

    /// A constant as an operand.
    fn const_operand(&mut self, constant: Const) -> Operand {
        Operand::constant(self.const_id(constant))
    }

    /// Bits as an operand.
    fn bits(&mut self, bits: u64) -> Operand {
        self.const_operand(Const::Bits(bits))
    }
}

/// Whether a function's own body counts. SV-COMP's programs define `assume_abort_if_not`
/// themselves, by `abort`, but mean that executions where it aborts are none: it is the machine's
/// then, as if it were only declared.
fn is_defined(function: Value<'_>) -> bool {
    !function.is_declaration() && function.name() != "assume_abort_if_not"
}

/// Whether an instruction counts what has run (`--coverage`, `-fprofile-instr-generate`): the program
/// does not see that, and threads do it without a lock.
fn counts_coverage(inst: Value<'_>) -> bool {
    use llvm_sys::LLVMOpcode::{LLVMAtomicRMW, LLVMGetElementPtr, LLVMStore};
    let mut counter = match inst.opcode() {
        LLVMStore => inst.operand(1),
        LLVMAtomicRMW => inst.operand(0),
        _ => return false,
    };
    if counter.kind() == crate::llvm::ValueKind::Expr && counter.expr_opcode() == LLVMGetElementPtr {
        counter = counter.operand(0);
    }
    let is_counter = |name: String| name.starts_with("__llvm_gcov_ctr") || name.starts_with("__profc_");
    counter.kind() == crate::llvm::ValueKind::Global && is_counter(counter.name())
}

/// An index as a number of the program. Programs of more than four billion parts do not fit in
/// memory.
fn index_u32(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
