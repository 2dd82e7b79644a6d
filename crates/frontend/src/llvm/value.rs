//! Values: instructions, constants, functions, globals.

use super::{Block, Meta, Module, Type, api, c_text, text};
use llvm_sys::prelude::LLVMValueRef;
use llvm_sys::{LLVMAtomicOrdering, LLVMAtomicRMWBinOp, LLVMIntPredicate, LLVMOpcode, LLVMRealPredicate};
use std::marker::PhantomData;

/// The index of what is said of a function as a whole.
const OF_FUNCTION: u32 = u32::MAX;

/// A value of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Value<'m> {
    pub(super) raw: LLVMValueRef,
    module: PhantomData<&'m ()>,
}

/// What sort of value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ValueKind {
    Argument,
    Function,
    Global,
    Alias,
    IFunc,
    Expr,
    Int,
    Float,
    Null,
    Undef,
    Poison,
    /// An array, struct or vector constant, or zeroes.
    Aggregate,
    InlineAsm,
    Instruction,
    BlockAddress,
    Metadata,
    Other,
}

/// What any value can be asked.
impl<'m> Value<'m> {
    pub(super) fn new(raw: LLVMValueRef) -> Option<Self> {
        (!raw.is_null()).then_some(Self { raw, module: PhantomData })
    }

    pub(super) fn some(raw: LLVMValueRef) -> Self {
        debug_assert!(!raw.is_null());
        Self { raw, module: PhantomData }
    }

    /// What sort of value it is.
    pub(crate) fn kind(self) -> ValueKind {
        use llvm_sys::LLVMValueKind as K;
        match api!(core::LLVMGetValueKind(self.raw)) {
            K::LLVMArgumentValueKind => ValueKind::Argument,
            K::LLVMFunctionValueKind => ValueKind::Function,
            K::LLVMGlobalVariableValueKind => ValueKind::Global,
            K::LLVMGlobalAliasValueKind => ValueKind::Alias,
            K::LLVMGlobalIFuncValueKind => ValueKind::IFunc,
            K::LLVMConstantExprValueKind => ValueKind::Expr,
            K::LLVMConstantIntValueKind => ValueKind::Int,
            K::LLVMConstantFPValueKind => ValueKind::Float,
            K::LLVMConstantPointerNullValueKind => ValueKind::Null,
            K::LLVMUndefValueValueKind => ValueKind::Undef,
            K::LLVMPoisonValueKind => ValueKind::Poison,
            K::LLVMConstantArrayValueKind
            | K::LLVMConstantStructValueKind
            | K::LLVMConstantVectorValueKind
            | K::LLVMConstantAggregateZeroValueKind
            | K::LLVMConstantDataArrayValueKind
            | K::LLVMConstantDataVectorValueKind => ValueKind::Aggregate,
            K::LLVMInlineAsmValueKind => ValueKind::InlineAsm,
            K::LLVMInstructionValueKind => ValueKind::Instruction,
            K::LLVMBlockAddressValueKind => ValueKind::BlockAddress,
            K::LLVMMetadataAsValueValueKind => ValueKind::Metadata,
            _ => ValueKind::Other,
        }
    }

    /// Its type.
    pub(crate) fn ty(self) -> Type<'m> {
        Type::new(api!(core::LLVMTypeOf(self.raw)))
    }

    /// Its name; empty if it has none.
    pub(crate) fn name(self) -> String {
        let mut len = 0;
        let start = api!(core::LLVMGetValueName2(self.raw, &raw mut len));
        text(start, len)
    }

    /// Those who use it, once for each use.
    pub(crate) fn users(self) -> impl Iterator<Item = Self> {
        let mut next = api!(core::LLVMGetFirstUse(self.raw));
        std::iter::from_fn(move || {
            if next.is_null() {
                return None;
            }
            let user = api!(core::LLVMGetUser(next));
            next = api!(core::LLVMGetNextUse(next));
            Some(Self::some(user))
        })
    }

    /// Whether it is an all-zero constant.
    pub(crate) fn is_zero(self) -> bool {
        api!(core::LLVMIsNull(self.raw)) != 0
    }

    /// Operand of an instruction or constant expression; `index` must be below
    /// [`Self::operand_count`].
    pub(crate) fn operand(self, index: u32) -> Self {
        Self::some(api!(core::LLVMGetOperand(self.raw, index)))
    }

    /// Number of operands of an instruction or constant.
    pub(crate) fn operand_count(self) -> u32 {
        u32::try_from(api!(core::LLVMGetNumOperands(self.raw))).unwrap_or(0)
    }
}

/// Constants.
impl<'m> Value<'m> {
    /// The value of an integer constant of at most 64 bits, zero-extended.
    pub(crate) fn int(self) -> Option<u64> {
        match self.ty().kind() {
            super::TypeKind::Int(width) if width <= 64 && !api!(core::LLVMIsAConstantInt(self.raw)).is_null() => {
                Some(api!(core::LLVMConstIntGetZExtValue(self.raw)))
            }
            _ => None,
        }
    }

    /// The value of an integer constant of more than 64 bits. (LLVM's C interface has no other way to it.)
    pub(crate) fn wide_int(self) -> Option<u128> {
        if !matches!(self.ty().kind(), super::TypeKind::Int(65..=128))
            || api!(core::LLVMIsAConstantInt(self.raw)).is_null()
        {
            return None;
        }
        let printed = super::message(api!(core::LLVMPrintValueToString(self.raw)));
        let number = printed.rsplit(' ').next()?;
        number.parse::<i128>().map(|number| number as u128).or_else(|_| number.parse()).ok()
    }

    /// The value of a float constant (`float` or `double`).
    pub(crate) fn float(self) -> f64 {
        let mut inexact = 0;
        api!(core::LLVMConstRealGetDouble(self.raw, &raw mut inexact))
    }

    /// An element of a constant array, struct or vector (or zeroes, undef or poison of such a
    /// type).
    pub(crate) fn element(self, index: u32) -> Option<Self> {
        Self::new(api!(core::LLVMGetAggregateElement(self.raw, index)))
    }

    /// The bytes of a constant string or array of bytes.
    pub(crate) fn bytes(self) -> Option<&'m [u8]> {
        if api!(core::LLVMIsAConstantDataArray(self.raw)).is_null() || api!(core::LLVMIsConstantString(self.raw)) == 0 {
            return None;
        }
        let mut len = 0;
        let start = api!(core::LLVMGetAsString(self.raw, &raw mut len));
        // SAFETY: LLVM returned the start and the length of bytes that live as long as the module.
        Some(unsafe { std::slice::from_raw_parts(start.cast::<u8>(), len) })
    }

    /// The function and the block of the address of a label.
    pub(crate) fn label(self) -> (Self, Block<'m>) {
        let function = Self::some(api!(core::LLVMGetBlockAddressFunction(self.raw)));
        (function, Block::new(api!(core::LLVMGetBlockAddressBasicBlock(self.raw))))
    }

    /// The operation of a constant expression.
    pub(crate) fn expr_opcode(self) -> LLVMOpcode {
        api!(core::LLVMGetConstOpcode(self.raw))
    }
}

/// Functions, globals and aliases.
impl<'m> Value<'m> {
    /// Whether it is only declared.
    pub(crate) fn is_declaration(self) -> bool {
        api!(core::LLVMIsDeclaration(self.raw)) != 0
    }

    /// Whether other modules can be linked to its definition.
    pub(crate) fn is_exported(self) -> bool {
        use llvm_sys::LLVMLinkage as L;
        let inside = [L::LLVMInternalLinkage, L::LLVMPrivateLinkage, L::LLVMAvailableExternallyLinkage];
        !self.is_declaration() && !inside.contains(&api!(core::LLVMGetLinkage(self.raw)))
    }

    /// Whether nothing need define it.
    pub(crate) fn is_extern_weak(self) -> bool {
        api!(core::LLVMGetLinkage(self.raw)) == llvm_sys::LLVMLinkage::LLVMExternalWeakLinkage
    }

    /// The type of what a global's or function's address points to.
    pub(crate) fn value_type(self) -> Type<'m> {
        Type::new(api!(core::LLVMGlobalGetValueType(self.raw)))
    }

    /// The section that a global or function is in.
    pub(crate) fn section(self) -> String {
        c_text(api!(core::LLVMGetSection(self.raw)))
    }

    /// The initialiser of a global.
    pub(crate) fn initializer(self) -> Option<Self> {
        Self::new(api!(core::LLVMGetInitializer(self.raw)))
    }

    /// Whether each thread has its own copy of a global.
    pub(crate) fn is_thread_local(self) -> bool {
        api!(core::LLVMIsThreadLocal(self.raw)) != 0
    }

    /// Whether a global cannot be written.
    pub(crate) fn is_constant(self) -> bool {
        api!(core::LLVMIsGlobalConstant(self.raw)) != 0
    }

    /// Alignment of a global, alloca, load or store; 0 if not stated.
    pub(crate) fn alignment(self) -> u32 {
        api!(core::LLVMGetAlignment(self.raw))
    }

    /// What an alias stands for.
    pub(crate) fn aliasee(self) -> Self {
        Self::some(api!(core::LLVMAliasGetAliasee(self.raw)))
    }

    /// The function that chooses what an `ifunc` stands for.
    pub(crate) fn resolver(self) -> Self {
        Self::some(api!(core::LLVMGetGlobalIFuncResolver(self.raw)))
    }

    /// The function of which it is a parameter.
    pub(crate) fn parameter_of(self) -> Self {
        Self::some(api!(core::LLVMGetParamParent(self.raw)))
    }

    /// A function's parameters.
    pub(crate) fn params(self) -> impl Iterator<Item = Self> {
        let first = Self::new(api!(core::LLVMGetFirstParam(self.raw)));
        std::iter::successors(first, |p| Self::new(api!(core::LLVMGetNextParam(p.raw))))
    }

    /// Whether a function has this attribute.
    pub(crate) fn has_attribute(self, kind: u32) -> bool {
        !api!(core::LLVMGetEnumAttributeAtIndex(self.raw, OF_FUNCTION, kind)).is_null()
    }

    /// The type of a function's parameter attribute that carries one (`byval`); `index` counts from
    /// 0.
    pub(crate) fn param_type_attribute(self, index: u32, kind: u32) -> Option<Type<'m>> {
        let attribute = api!(core::LLVMGetEnumAttributeAtIndex(self.raw, index + 1, kind));
        if attribute.is_null() {
            return None;
        }
        Some(Type::new(api!(core::LLVMGetTypeAttributeValue(attribute))))
    }

    /// The same for an argument of a call.
    pub(crate) fn argument_type_attribute(self, index: u32, kind: u32) -> Option<Type<'m>> {
        let attribute = api!(core::LLVMGetCallSiteEnumAttribute(self.raw, index + 1, kind));
        if attribute.is_null() {
            return None;
        }
        Some(Type::new(api!(core::LLVMGetTypeAttributeValue(attribute))))
    }

    /// Whether an argument of a call has this attribute.
    pub(crate) fn argument_has(self, index: u32, kind: u32) -> bool {
        !api!(core::LLVMGetCallSiteEnumAttribute(self.raw, index + 1, kind)).is_null()
    }

    /// The function that decides how a function is unwound.
    pub(crate) fn personality(self) -> Option<Self> {
        let known = api!(core::LLVMHasPersonalityFn(self.raw)) != 0;
        known.then(|| Self::some(api!(core::LLVMGetPersonalityFn(self.raw))))
    }

    /// A function's debug node.
    pub(crate) fn subprogram(self) -> Option<Meta<'m>> {
        Meta::new(api!(debuginfo::LLVMGetSubprogram(self.raw)))
    }

    /// The debug node of a global's variable.
    pub(crate) fn global_variable(self, _module: &'m Module) -> Option<Meta<'m>> {
        let mut count = 0;
        let entries = api!(core::LLVMGlobalCopyAllMetadata(self.raw, &raw mut count));
        if entries.is_null() {
            return None;
        }
        // Metadata kind 0 is `dbg`, always.
        let found = (0..u32::try_from(count).unwrap_or(0))
            .find(|&i| api!(core::LLVMValueMetadataEntriesGetKind(entries, i)) == 0)
            .and_then(|i| Meta::new(api!(core::LLVMValueMetadataEntriesGetMetadata(entries, i))));
        api!(core::LLVMDisposeValueMetadataEntries(entries));
        found.and_then(Meta::expression_variable)
    }
}

/// Instructions. Each method but the first three is for instructions of the kind it names only.
impl<'m> Value<'m> {
    /// What it does.
    pub(crate) fn opcode(self) -> LLVMOpcode {
        api!(core::LLVMGetInstructionOpcode(self.raw))
    }

    /// The block it is in.
    pub(crate) fn block(self) -> Block<'m> {
        Block::new(api!(core::LLVMGetInstructionParent(self.raw)))
    }

    /// Where it is in the source.
    pub(crate) fn location(self) -> Option<Meta<'m>> {
        Meta::new(api!(debuginfo::LLVMInstructionGetDebugLoc(self.raw)))
    }

    /// Whether the signed result of an addition, subtraction, multiplication or left shift fits.
    pub(crate) fn is_nsw(self) -> bool {
        api!(core::LLVMGetNSW(self.raw)) != 0
    }

    /// The same of the unsigned one.
    pub(crate) fn is_nuw(self) -> bool {
        api!(core::LLVMGetNUW(self.raw)) != 0
    }

    /// Whether a division leaves no remainder.
    pub(crate) fn is_exact(self) -> bool {
        api!(core::LLVMGetExact(self.raw)) != 0
    }

    /// Whether a sanitizer has made this instruction.
    pub(crate) fn is_of_sanitizer(self) -> bool {
        let context = api!(core::LLVMGetTypeContext(self.ty().raw));
        let name = "nosanitize";
        let kind = api!(core::LLVMGetMDKindIDInContext(context, name.as_ptr().cast(), name.len() as u32));
        !api!(core::LLVMGetMetadata(self.raw, kind)).is_null()
    }

    /// Predicate of an integer comparison.
    pub(crate) fn int_predicate(self) -> LLVMIntPredicate {
        api!(core::LLVMGetICmpPredicate(self.raw))
    }

    /// Whether an integer comparison asks for being equal, or not equal.
    pub(crate) fn is_equality(self) -> bool {
        matches!(self.int_predicate(), LLVMIntPredicate::LLVMIntEQ | LLVMIntPredicate::LLVMIntNE)
    }

    /// Predicate of a float comparison.
    pub(crate) fn real_predicate(self) -> LLVMRealPredicate {
        api!(core::LLVMGetFCmpPredicate(self.raw))
    }

    /// Type of an alloca's elements.
    pub(crate) fn allocated_type(self) -> Type<'m> {
        Type::new(api!(core::LLVMGetAllocatedType(self.raw)))
    }

    /// Type that a getelementptr (instruction or expression) steps through.
    pub(crate) fn gep_type(self) -> Type<'m> {
        Type::new(api!(core::LLVMGetGEPSourceElementType(self.raw)))
    }

    /// Whether what it adds must be a signed number of the width of an address.
    pub(crate) fn is_exact_gep(self) -> bool {
        api!(core::LLVMGEPGetNoWrapFlags(self.raw)) & (llvm_sys::LLVMGEPFlagInBounds | llvm_sys::LLVMGEPFlagNUSW) != 0
    }

    /// Order of a load, store, fence or read-modify-write.
    pub(crate) fn ordering(self) -> LLVMAtomicOrdering {
        api!(core::LLVMGetOrdering(self.raw))
    }

    /// Whether a load or store is volatile.
    pub(crate) fn is_volatile(self) -> bool {
        api!(core::LLVMGetVolatile(self.raw)) != 0
    }

    /// Orders of a compare-exchange: on success, on failure.
    pub(crate) fn cas_orderings(self) -> (LLVMAtomicOrdering, LLVMAtomicOrdering) {
        (api!(core::LLVMGetCmpXchgSuccessOrdering(self.raw)), api!(core::LLVMGetCmpXchgFailureOrdering(self.raw)))
    }

    /// Whether a compare-exchange may fail spuriously.
    pub(crate) fn is_weak(self) -> bool {
        api!(core::LLVMGetWeak(self.raw)) != 0
    }

    /// Whether an atomic instruction orders only against signal handlers of the same thread.
    pub(crate) fn is_single_thread(self) -> bool {
        api!(core::LLVMIsAtomicSingleThread(self.raw)) != 0
    }

    /// Operation of a read-modify-write.
    pub(crate) fn rmw_op(self) -> LLVMAtomicRMWBinOp {
        api!(core::LLVMGetAtomicRMWBinOp(self.raw))
    }

    /// Indices of an extractvalue or insertvalue.
    pub(crate) fn indices(self) -> Vec<u32> {
        let count = api!(core::LLVMGetNumIndices(self.raw)) as usize;
        let start = api!(core::LLVMGetIndices(self.raw));
        if count == 0 || start.is_null() {
            return Vec::new();
        }
        // SAFETY: LLVM returned the start of `count` indices.
        unsafe { std::slice::from_raw_parts(start, count) }.to_vec()
    }

    /// Mask of a shufflevector; `None` for an element that may be anything.
    pub(crate) fn shuffle_mask(self) -> Vec<Option<u32>> {
        let count = api!(core::LLVMGetNumMaskElements(self.raw));
        (0..count).map(|i| u32::try_from(api!(core::LLVMGetMaskValue(self.raw, i))).ok()).collect()
    }

    /// What a phi takes from which block.
    pub(crate) fn incoming(self) -> impl Iterator<Item = (Value<'m>, Block<'m>)> {
        let count = api!(core::LLVMCountIncoming(self.raw));
        (0..count).map(move |i| {
            let value = Self::some(api!(core::LLVMGetIncomingValue(self.raw, i)));
            (value, Block::new(api!(core::LLVMGetIncomingBlock(self.raw, i))))
        })
    }

    /// Where a terminator may go.
    pub(crate) fn successors(self) -> Vec<Block<'m>> {
        let count = api!(core::LLVMGetNumSuccessors(self.raw));
        (0..count).map(|i| Block::new(api!(core::LLVMGetSuccessor(self.raw, i)))).collect()
    }

    /// Where an invoke goes when nothing is thrown.
    pub(crate) fn normal_successor(self) -> Block<'m> {
        Block::new(api!(core::LLVMGetNormalDest(self.raw)))
    }

    /// Where an invoke goes when its callee is unwound.
    pub(crate) fn unwind_successor(self) -> Block<'m> {
        Block::new(api!(core::LLVMGetUnwindDest(self.raw)))
    }

    /// Whether a landing pad is entered also if it catches nothing.
    pub(crate) fn is_cleanup(self) -> bool {
        api!(core::LLVMIsCleanup(self.raw)) != 0
    }

    /// How many things a landing pad catches or restricts.
    pub(crate) fn clause_count(self) -> u32 {
        api!(core::LLVMGetNumClauses(self.raw))
    }

    /// The condition of a branch or switch; `None` for a branch that has none.
    pub(crate) fn condition(self) -> Option<Self> {
        let conditional = self.opcode() != LLVMOpcode::LLVMBr || api!(core::LLVMIsConditional(self.raw)) != 0;
        conditional.then(|| Self::some(api!(core::LLVMGetCondition(self.raw))))
    }

    /// The value of the case that belongs to successor `index` (from 1) of a switch.
    pub(crate) fn case_value(self, index: u32) -> Self {
        Self::some(api!(core::LLVMGetSwitchCaseValue(self.raw, index)))
    }

    /// What a call calls.
    pub(crate) fn callee(self) -> Self {
        Self::some(api!(core::LLVMGetCalledValue(self.raw)))
    }

    /// As what type of function it does.
    pub(crate) fn callee_type(self) -> Type<'m> {
        Type::new(api!(core::LLVMGetCalledFunctionType(self.raw)))
    }

    /// Number of arguments of a call.
    pub(crate) fn argument_count(self) -> u32 {
        api!(core::LLVMGetNumArgOperands(self.raw))
    }

    /// Template and constraints of an inline assembly value.
    pub(crate) fn asm(self) -> (String, String) {
        let mut len = 0;
        let template = api!(core::LLVMGetInlineAsmAsmString(self.raw, &raw mut len));
        let template = text(template, len);
        let constraints = api!(core::LLVMGetInlineAsmConstraintString(self.raw, &raw mut len));
        (template, text(constraints, len))
    }
}
