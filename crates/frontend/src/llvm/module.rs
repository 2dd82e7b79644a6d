//! Reading, linking and verifying modules.

use super::{Type, Value, api, guard, libc_char, message};
use llvm_sys::prelude::{LLVMContextRef, LLVMDiagnosticInfoRef, LLVMModuleRef};
use llvm_sys::target::LLVMTargetDataRef;
use std::cell::RefCell;
use std::ffi::{CString, c_void};
use std::ptr::null_mut;
use std::rc::Rc;
use std::sync::Once;

/// The layout of x86-64 Linux, for text files that do not state one.
const LAYOUT: &std::ffi::CStr = c"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

/// Why a module was not read: LLVM's own words.
#[derive(Debug)]
pub(crate) struct ReadError(pub(crate) String);

type Errors = RefCell<Vec<String>>;

/// A module and the context it lives in.
pub(crate) struct Module {
    context: LLVMContextRef,
    module: LLVMModuleRef,
    layout: LLVMTargetDataRef,
    /// Errors that LLVM reported by its diagnostic handler, which knows the address of this.
    errors: Rc<Errors>,
}

/// Keeps LLVM from ending the process when it reads something wrong: it collects what LLVM says.
extern "C" fn collect(info: LLVMDiagnosticInfoRef, errors: *mut c_void) {
    if api!(core::LLVMGetDiagInfoSeverity(info)) == llvm_sys::LLVMDiagnosticSeverity::LLVMDSError {
        let text = message(api!(core::LLVMGetDiagInfoDescription(info)));
        // SAFETY: `errors` belongs to the `Module` that owns the context, or to `Module::read` that
        // makes it; both outlive the context.
        let errors = unsafe { &*errors.cast::<Errors>() };
        errors.borrow_mut().push(text);
    }
}

/// LLVM calls this when it cannot go on at all; it must not return. All that is left is to say so
/// and leave.
extern "C" fn fatal(reason: *const libc_char) {
    eprintln!("error: LLVM gave up on the input: {}", super::c_text(reason));
    std::process::exit(2);
}

impl Module {
    /// Reads bitcode or text. `name` is for messages.
    pub(crate) fn read(name: &str, bytes: &[u8]) -> Result<Self, ReadError> {
        static HANDLER: Once = Once::new();
        HANDLER.call_once(|| api!(error_handling::LLVMInstallFatalErrorHandler(Some(fatal))));
        let context = api!(core::LLVMContextCreate());
        let errors = Rc::new(Errors::default());
        let target = Rc::as_ptr(&errors).cast_mut().cast();
        api!(core::LLVMContextSetDiagnosticHandler(context, Some(collect), target));
        match parse(context, name, bytes, false) {
            Ok(module) => Ok(Self::adopt(context, module, errors)),
            Err(text) => {
                api!(core::LLVMContextDispose(context));
                let text = if text.is_empty() { errors.borrow().join("; ") } else { text };
                Err(ReadError(text))
            }
        }
    }

    fn adopt(context: LLVMContextRef, module: LLVMModuleRef, errors: Rc<Errors>) -> Self {
        if super::c_text(api!(core::LLVMGetDataLayoutStr(module))).is_empty() {
            api!(core::LLVMSetDataLayout(module, LAYOUT.as_ptr()));
        }
        let layout = api!(target::LLVMGetModuleDataLayout(module));
        Self { context, module, layout, errors }
    }

    /// Links another file into this module.
    pub(crate) fn link(&mut self, name: &str, bytes: &[u8]) -> Result<(), ReadError> {
        let other = parse(self.context, name, bytes, false).map_err(ReadError)?;
        // Without a layout it is one for x86-64.
        let is_stated = !super::c_text(api!(core::LLVMGetDataLayoutStr(other))).is_empty();
        let layout = api!(target::LLVMGetModuleDataLayout(other));
        let size = if is_stated { api!(target::LLVMPointerSize(layout)) } else { 8 };
        if size != self.pointer_size() {
            api!(core::LLVMDisposeModule(other));
            let text =
                format!("its pointers have {size} bytes, and those of what comes before it {}", self.pointer_size());
            return Err(ReadError(format!("{text} (compile all of them with -m32, or none)")));
        }
        self.link_module(other)
    }

    fn link_module(&mut self, other: LLVMModuleRef) -> Result<(), ReadError> {
        self.errors.borrow_mut().clear();
        // The linker consumes `other` in any case.
        if api!(linker::LLVMLinkModules2(self.module, other)) != 0 {
            return Err(ReadError(self.errors.borrow().join("; ")));
        }
        Ok(())
    }

    /// Links those definitions of a library (bitcode) that this module needs, directly or through
    /// others, and does not define itself. They are put into `section`, by which they are
    /// recognised.
    pub(crate) fn link_needed(&mut self, name: &str, bytes: &[u8], section: &str) -> Result<(), ReadError> {
        let library = parse(self.context, name, bytes, true).map_err(ReadError)?;
        let section = CString::new(section).unwrap_or_default();
        // What may be discarded when nobody refers to it is linked only if somebody does; and what
        // the destination defines itself wins over it.
        let discard = llvm_sys::LLVMLinkage::LLVMLinkOnceAnyLinkage;
        let mut next = api!(core::LLVMGetFirstFunction(library));
        while !next.is_null() {
            if api!(core::LLVMIsDeclaration(next)) == 0 {
                if api!(core::LLVMGetLinkage(next)) == llvm_sys::LLVMLinkage::LLVMExternalLinkage {
                    api!(core::LLVMSetLinkage(next, discard));
                }
                api!(core::LLVMSetSection(next, section.as_ptr()));
            }
            next = api!(core::LLVMGetNextFunction(next));
        }
        let mut next = api!(core::LLVMGetFirstGlobal(library));
        while !next.is_null() {
            if api!(core::LLVMIsDeclaration(next)) == 0
                && api!(core::LLVMGetLinkage(next)) == llvm_sys::LLVMLinkage::LLVMExternalLinkage
            {
                api!(core::LLVMSetLinkage(next, discard));
            }
            next = api!(core::LLVMGetNextGlobal(next));
        }
        self.link_module(library)
    }

    /// Lets everything that refers to the declared function `name` refer to the function `by`
    /// instead, if both are there.
    pub(crate) fn replace(&mut self, name: &str, by: &str) {
        let (Some(old), Some(new)) = (self.function(name), self.function(by)) else { return };
        if old.is_declaration() && !new.is_declaration() {
            api!(core::LLVMReplaceAllUsesWith(old.raw, new.raw));
        }
    }

    /// What is wrong with the module, in LLVM's words.
    pub(crate) fn verify(&self) -> Result<(), ReadError> {
        let mut text: *mut libc_char = null_mut();
        let action = llvm_sys::analysis::LLVMVerifierFailureAction::LLVMReturnStatusAction;
        let broken = api!(analysis::LLVMVerifyModule(self.module, action, &raw mut text)) != 0;
        let text = message(text);
        if broken { Err(ReadError(text)) } else { Ok(()) }
    }

    /// The target triple; empty if it states none.
    pub(crate) fn triple(&self) -> String {
        super::c_text(api!(core::LLVMGetTarget(self.module)))
    }

    /// How many bytes pointers have.
    pub(crate) fn pointer_size(&self) -> u32 {
        api!(target::LLVMPointerSize(self.layout))
    }

    /// Whether numbers are little endian.
    pub(crate) fn is_little_endian(&self) -> bool {
        api!(target::LLVMByteOrder(self.layout)) == llvm_sys::target::LLVMByteOrdering::LLVMLittleEndian
    }

    /// The function of that name, declared or defined.
    pub(crate) fn function(&self, name: &str) -> Option<Value<'_>> {
        let len = name.len();
        Value::new(api!(core::LLVMGetNamedFunctionWithLength(self.module, name.as_ptr().cast(), len)))
    }

    /// The global variable of that name.
    pub(crate) fn global(&self, name: &str) -> Option<Value<'_>> {
        let len = name.len();
        Value::new(api!(core::LLVMGetNamedGlobalWithLength(self.module, name.as_ptr().cast(), len)))
    }

    /// The function of that name that is chosen when the program is loaded.
    pub(crate) fn ifunc(&self, name: &str) -> Option<Value<'_>> {
        Value::new(api!(core::LLVMGetNamedGlobalIFunc(self.module, name.as_ptr().cast(), name.len())))
    }

    /// Declares `void name(void)` unless the name is taken.
    pub(crate) fn declare(&mut self, name: &str) {
        if self.function(name).is_some() {
            return;
        }
        let Ok(name) = CString::new(name) else { return };
        let void = api!(core::LLVMVoidTypeInContext(self.context));
        let ty = api!(core::LLVMFunctionType(void, null_mut(), 0, 0));
        api!(core::LLVMAddFunction(self.module, name.as_ptr(), ty));
    }

    /// All functions.
    pub(crate) fn functions(&self) -> impl Iterator<Item = Value<'_>> {
        let first = Value::new(api!(core::LLVMGetFirstFunction(self.module)));
        std::iter::successors(first, |f| Value::new(api!(core::LLVMGetNextFunction(f.raw))))
    }

    /// All global variables.
    pub(crate) fn globals(&self) -> impl Iterator<Item = Value<'_>> {
        let first = Value::new(api!(core::LLVMGetFirstGlobal(self.module)));
        std::iter::successors(first, |g| Value::new(api!(core::LLVMGetNextGlobal(g.raw))))
    }

    /// All aliases.
    pub(crate) fn aliases(&self) -> impl Iterator<Item = Value<'_>> {
        let first = Value::new(api!(core::LLVMGetFirstGlobalAlias(self.module)));
        std::iter::successors(first, |a| Value::new(api!(core::LLVMGetNextGlobalAlias(a.raw))))
    }

    /// Size of a type in memory, with padding to its alignment.
    pub(crate) fn size_of(&self, ty: Type<'_>) -> u64 {
        api!(target::LLVMABISizeOfType(self.layout, ty.raw))
    }

    /// Alignment of a type.
    pub(crate) fn align_of(&self, ty: Type<'_>) -> u32 {
        api!(target::LLVMABIAlignmentOfType(self.layout, ty.raw))
    }

    /// Offset of a field of a struct type.
    pub(crate) fn offset_of(&self, ty: Type<'_>, field: u32) -> u64 {
        api!(target::LLVMOffsetOfElement(self.layout, ty.raw, field))
    }

    /// The number of an attribute (`byval`, say).
    pub(crate) fn attribute_kind(name: &str) -> u32 {
        api!(core::LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()))
    }

    /// A metadata node as something whose operands can be read.
    pub(super) fn context(&self) -> LLVMContextRef {
        self.context
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        api!(core::LLVMDisposeModule(self.module));
        api!(core::LLVMContextDispose(self.context));
    }
}

/// Parses bitcode or text. With `lazy` (bitcode only), bodies of functions are read when the linker
/// takes them.
fn parse(context: LLVMContextRef, name: &str, bytes: &[u8], lazy: bool) -> Result<LLVMModuleRef, String> {
    // Our own library is not garbled.
    let _guard = (!lazy).then(|| guard::Guard::new(name, bytes.len()));
    let name = CString::new(name).unwrap_or_default();
    // The copy ends with a zero byte, as its text parser wants.
    let buffer =
        api!(core::LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes.as_ptr().cast(), bytes.len(), name.as_ptr()));
    let mut module: LLVMModuleRef = null_mut();
    if lazy {
        // The module keeps the buffer, to read from it later.
        let failed = api!(bit_reader::LLVMGetBitcodeModuleInContext2(context, buffer, &raw mut module)) != 0;
        return if failed || module.is_null() { Err(String::new()) } else { Ok(module) };
    }
    let mut text: *mut libc_char = null_mut();
    let failed = api!(ir_reader::LLVMParseIRInContext2(context, buffer, &raw mut module, &raw mut text)) != 0;
    api!(core::LLVMDisposeMemoryBuffer(buffer));
    let text = message(text);
    if failed || module.is_null() { Err(text) } else { Ok(module) }
}
