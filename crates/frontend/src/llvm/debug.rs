//! Debug information.
//!
//! The C API has no getters for most fields of debug nodes; they are read as operands of the
//! metadata node, by the numbers that LLVM 22 gives them. So are names, although they have getters:
//! those trust that an operand is what it should be, and the verifier does not look at all of them.

use super::{Module, Value, api, message, text};
use llvm_sys::LLVMDbgRecordKind;
use llvm_sys::prelude::{LLVMDbgRecordRef, LLVMMetadataRef, LLVMValueRef};
use std::marker::PhantomData;

/// Blocks within blocks beyond these are in no function.
const MOST_SCOPES: usize = 1000;

/// A metadata node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Meta<'m> {
    pub(super) raw: LLVMMetadataRef,
    module: PhantomData<&'m ()>,
}

/// A debug record: which variable lives where.
#[derive(Clone, Copy)]
pub(crate) struct Record<'m> {
    raw: LLVMDbgRecordRef,
    module: PhantomData<&'m ()>,
}

/// What a debug record says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RecordKind {
    /// The variable lives at this address.
    Declare,
    /// The variable has this value from here on.
    Value,
    /// Anything else.
    Other,
}

impl<'m> Meta<'m> {
    pub(super) fn new(raw: LLVMMetadataRef) -> Option<Self> {
        (!raw.is_null()).then_some(Self { raw, module: PhantomData })
    }

    fn as_value(self, module: &'m Module) -> LLVMValueRef {
        api!(core::LLVMMetadataAsValue(module.context(), self.raw))
    }

    /// Whether it is a node with operands.
    fn is_node(self) -> bool {
        use llvm_sys::debuginfo::LLVMMetadataKind as K;
        !matches!(
            api!(debuginfo::LLVMGetMetadataKind(self.raw)),
            K::LLVMMDStringMetadataKind
                | K::LLVMConstantAsMetadataMetadataKind
                | K::LLVMLocalAsMetadataMetadataKind
                | K::LLVMDistinctMDOperandPlaceholderMetadataKind
                | K::LLVMDIArgListMetadataKind
        )
    }

    /// The operands of a node; `None` for an absent one.
    pub(crate) fn operands(self, module: &'m Module) -> Vec<Option<Operand<'m>>> {
        if !self.is_node() {
            return Vec::new();
        }
        let node = self.as_value(module);
        let count = api!(core::LLVMGetMDNodeNumOperands(node)) as usize;
        let mut raw: Vec<LLVMValueRef> = vec![std::ptr::null_mut(); count];
        api!(core::LLVMGetMDNodeOperands(node, raw.as_mut_ptr()));
        raw.into_iter().map(|v| (!v.is_null()).then_some(Operand { raw: v, module: PhantomData })).collect()
    }

    /// An operand that is a string; empty if it is not.
    pub(crate) fn string(self, module: &'m Module, index: usize) -> String {
        let operand = self.operands(module).get(index).copied().flatten();
        operand.and_then(Operand::string).unwrap_or_default()
    }

    /// The DWARF tag of a debug node.
    pub(crate) fn tag(self) -> u16 {
        api!(debuginfo::LLVMGetDINodeTag(self.raw))
    }

    /// Line of a location.
    pub(crate) fn location_line(self) -> u32 {
        api!(debuginfo::LLVMDILocationGetLine(self.raw))
    }

    /// Column of a location.
    pub(crate) fn location_column(self) -> u32 {
        api!(debuginfo::LLVMDILocationGetColumn(self.raw))
    }

    /// The scope that a location is in.
    pub(crate) fn location_scope(self) -> Option<Self> {
        Self::new(api!(debuginfo::LLVMDILocationGetScope(self.raw)))
    }

    /// The location of the call that the code was inlined at.
    pub(crate) fn location_inlined_at(self) -> Option<Self> {
        Self::new(api!(debuginfo::LLVMDILocationGetInlinedAt(self.raw)))
    }

    /// The file of a scope.
    pub(crate) fn scope_file(self) -> Option<Self> {
        Self::new(api!(debuginfo::LLVMDIScopeGetFile(self.raw)))
    }

    /// The function that a scope is in, as the linker calls it, or else as the source does.
    pub(crate) fn function_name(self, module: &'m Module) -> Option<String> {
        use llvm_sys::debuginfo::LLVMMetadataKind as K;
        let mut scope = self;
        for _ in 0..MOST_SCOPES {
            if matches!(api!(debuginfo::LLVMGetMetadataKind(scope.raw)), K::LLVMDISubprogramMetadataKind) {
                let names = [scope.string(module, 3), scope.string(module, 2)];
                return names.into_iter().find(|name| !name.is_empty());
            }
            scope = scope.operands(module).get(1).copied().flatten()?.node()?;
        }
        None
    }

    /// Line of a function's declaration.
    pub(crate) fn subprogram_line(self) -> u32 {
        api!(debuginfo::LLVMDISubprogramGetLine(self.raw))
    }

    /// Line of a variable's declaration.
    pub(crate) fn variable_line(self) -> u32 {
        api!(debuginfo::LLVMDIVariableGetLine(self.raw))
    }

    /// File of a variable's declaration.
    pub(crate) fn variable_file(self) -> Option<Self> {
        Self::new(api!(debuginfo::LLVMDIVariableGetFile(self.raw)))
    }

    /// The variable of a global variable's debug expression.
    pub(crate) fn expression_variable(self) -> Option<Self> {
        Self::new(api!(debuginfo::LLVMDIGlobalVariableExpressionGetVariable(self.raw)))
            .filter(|node| node.is_variable())
    }

    /// Size of a type node in bits.
    pub(crate) fn type_bits(self) -> u64 {
        api!(debuginfo::LLVMDITypeGetSizeInBits(self.raw))
    }

    /// Offset of a member node in bits.
    pub(crate) fn type_offset_bits(self) -> u64 {
        api!(debuginfo::LLVMDITypeGetOffsetInBits(self.raw))
    }

    /// Name and value of an enumerator. The value is no operand and has no getter: it is read from
    /// the printed node.
    pub(crate) fn enumerator(self, module: &'m Module) -> Option<(String, u64)> {
        use llvm_sys::debuginfo::LLVMMetadataKind as K;
        if !matches!(api!(debuginfo::LLVMGetMetadataKind(self.raw)), K::LLVMDIEnumeratorMetadataKind) {
            return None;
        }
        let name = self.operands(module).into_iter().flatten().find_map(Operand::string)?;
        let printed = message(api!(core::LLVMPrintValueToString(self.as_value(module))));
        // A name is quoted, and has no `, value: ` of its own in C.
        let (_, value) = printed.rsplit_once(", value: ")?;
        let digits = value.split([',', ')']).next()?.trim();
        let value = digits.parse::<u64>().ok().or_else(|| digits.parse::<i64>().ok().map(i64::cast_unsigned))?;
        Some((name, value))
    }

    /// Whether it is the node of a variable.
    pub(crate) fn is_variable(self) -> bool {
        use llvm_sys::debuginfo::LLVMMetadataKind as K;
        matches!(
            api!(debuginfo::LLVMGetMetadataKind(self.raw)),
            K::LLVMDIGlobalVariableMetadataKind | K::LLVMDILocalVariableMetadataKind
        )
    }

    /// Whether it is a type (or member) node.
    pub(crate) fn is_type(self) -> bool {
        use llvm_sys::debuginfo::LLVMMetadataKind as K;
        matches!(
            api!(debuginfo::LLVMGetMetadataKind(self.raw)),
            K::LLVMDIBasicTypeMetadataKind
                | K::LLVMDIDerivedTypeMetadataKind
                | K::LLVMDICompositeTypeMetadataKind
                | K::LLVMDISubroutineTypeMetadataKind
        )
    }
}

/// An operand of a metadata node.
#[derive(Clone, Copy)]
pub(crate) struct Operand<'m> {
    raw: LLVMValueRef,
    module: PhantomData<&'m ()>,
}

impl<'m> Operand<'m> {
    /// It as a string.
    pub(crate) fn string(self) -> Option<String> {
        if api!(core::LLVMIsAMDString(self.raw)).is_null() {
            return None;
        }
        let mut len = 0;
        let start = api!(core::LLVMGetMDString(self.raw, &raw mut len));
        Some(text(start, len as usize))
    }

    /// It as a node.
    pub(crate) fn node(self) -> Option<Meta<'m>> {
        if api!(core::LLVMIsAMDNode(self.raw)).is_null() {
            return None;
        }
        Meta::new(api!(core::LLVMValueAsMetadata(self.raw)))
    }

    /// It as an integer constant.
    pub(crate) fn int(self) -> Option<u64> {
        if api!(core::LLVMIsAConstantInt(self.raw)).is_null() {
            return None;
        }
        Value::new(self.raw).and_then(Value::int)
    }
}

impl<'m> Record<'m> {
    /// The records in front of an instruction.
    pub(crate) fn all(inst: Value<'m>) -> impl Iterator<Item = Self> {
        let wrap = |raw: LLVMDbgRecordRef| (!raw.is_null()).then_some(Self { raw, module: PhantomData });
        let first = wrap(api!(core::LLVMGetFirstDbgRecord(inst.raw)));
        std::iter::successors(first, move |r: &Self| wrap(api!(core::LLVMGetNextDbgRecord(r.raw))))
    }

    /// What it says.
    pub(crate) fn kind(self) -> RecordKind {
        match api!(core::LLVMDbgRecordGetKind(self.raw)) {
            LLVMDbgRecordKind::LLVMDbgRecordDeclare => RecordKind::Declare,
            LLVMDbgRecordKind::LLVMDbgRecordValue | LLVMDbgRecordKind::LLVMDbgRecordAssign => RecordKind::Value,
            LLVMDbgRecordKind::LLVMDbgRecordLabel => RecordKind::Other,
        }
    }

    /// The address or value; not for [`RecordKind::Other`].
    pub(crate) fn value(self) -> Option<Value<'m>> {
        Value::new(api!(core::LLVMDbgVariableRecordGetValue(self.raw, 0)))
    }

    /// The variable; not for [`RecordKind::Other`].
    pub(crate) fn variable(self) -> Option<Meta<'m>> {
        Meta::new(api!(core::LLVMDbgVariableRecordGetVariable(self.raw))).filter(|node| node.is_variable())
    }

    /// Where it stands: for a declaration, where the variable is declared.
    pub(crate) fn location(self) -> Option<Meta<'m>> {
        Meta::new(api!(core::LLVMDbgRecordGetDebugLoc(self.raw)))
    }
}
