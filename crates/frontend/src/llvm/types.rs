//! Types.

use super::api;
use llvm_sys::prelude::LLVMTypeRef;
use std::marker::PhantomData;

/// A type of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Type<'m> {
    pub(super) raw: LLVMTypeRef,
    pub(super) module: PhantomData<&'m ()>,
}

/// What sort of type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TypeKind {
    Void,
    Int(u32),
    Float,
    Double,
    Pointer,
    Struct,
    Array(u64),
    Vector(u32),
    Function,
    /// By the name that users know it by.
    Other(&'static str),
}

impl<'m> Type<'m> {
    pub(super) fn new(raw: LLVMTypeRef) -> Self {
        Self { raw, module: PhantomData }
    }

    /// What sort of type it is.
    pub(crate) fn kind(self) -> TypeKind {
        use llvm_sys::LLVMTypeKind as K;
        match api!(core::LLVMGetTypeKind(self.raw)) {
            K::LLVMVoidTypeKind => TypeKind::Void,
            K::LLVMIntegerTypeKind => TypeKind::Int(api!(core::LLVMGetIntTypeWidth(self.raw))),
            K::LLVMFloatTypeKind => TypeKind::Float,
            K::LLVMDoubleTypeKind => TypeKind::Double,
            K::LLVMPointerTypeKind => TypeKind::Pointer,
            K::LLVMStructTypeKind => TypeKind::Struct,
            K::LLVMArrayTypeKind => TypeKind::Array(api!(core::LLVMGetArrayLength2(self.raw))),
            K::LLVMVectorTypeKind => TypeKind::Vector(api!(core::LLVMGetVectorSize(self.raw))),
            K::LLVMFunctionTypeKind => TypeKind::Function,
            K::LLVMX86_FP80TypeKind => TypeKind::Other("long double (x86_fp80)"),
            K::LLVMFP128TypeKind | K::LLVMPPC_FP128TypeKind => TypeKind::Other("128-bit floating point"),
            K::LLVMHalfTypeKind | K::LLVMBFloatTypeKind => TypeKind::Other("16-bit floating point"),
            K::LLVMScalableVectorTypeKind => TypeKind::Other("scalable vector"),
            _ => TypeKind::Other("value of a special type"),
        }
    }

    /// Whether values of it have a size.
    pub(crate) fn is_sized(self) -> bool {
        api!(core::LLVMTypeIsSized(self.raw)) != 0
    }

    /// What a struct is called; empty if it has no name.
    pub(crate) fn struct_name(self) -> String {
        let name = api!(core::LLVMGetStructName(self.raw));
        super::c_text(name)
    }

    /// The types of a struct's fields.
    pub(crate) fn fields(self) -> Vec<Self> {
        let count = api!(core::LLVMCountStructElementTypes(self.raw));
        (0..count).map(|i| Self::new(api!(core::LLVMStructGetTypeAtIndex(self.raw, i)))).collect()
    }

    /// The type of an array's or vector's elements.
    pub(crate) fn element(self) -> Self {
        Self::new(api!(core::LLVMGetElementType(self.raw)))
    }

    /// What a function type returns.
    pub(crate) fn result(self) -> Self {
        Self::new(api!(core::LLVMGetReturnType(self.raw)))
    }

    /// Whether a function type has variable arguments.
    pub(crate) fn is_variadic(self) -> bool {
        api!(core::LLVMIsFunctionVarArg(self.raw)) != 0
    }

    /// How many fixed parameters a function type has.
    pub(crate) fn param_count(self) -> u32 {
        api!(core::LLVMCountParamTypes(self.raw))
    }
}
