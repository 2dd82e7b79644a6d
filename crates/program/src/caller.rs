//! What runs functions of the machine where no code calls them: as a thread, or at the end of the
//! program.

use crate::inst::{Callee, Inst, Operand, Reg};
use crate::module::{Const, Function, GlobalInit, Program};

/// The function that calls its first argument with the second one.
pub const CALLER: &str = "__tb_caller";

/// Adds it, if the program may hand out the address of a function that it does not define.
pub fn add_caller(program: &mut Program) {
    let is_external = |constant: &Const| matches!(constant, Const::External(_));
    let in_variable = |init: &GlobalInit| matches!(init, GlobalInit::Address(_, constant) if is_external(constant));
    let is_needed = program.consts.iter().any(is_external)
        || program.globals.iter().any(|global| global.init.iter().any(in_variable));
    if !is_needed {
        return;
    }
    let [routine, argument, result] = [0, 1, 2].map(Reg);
    let call = Inst::Call {
        callee: Callee::Pointer(Operand::reg(routine)),
        dst: Some(result),
        args: [Operand::reg(argument)].into(),
        kinds: None,
    };
    program.functions.push(Function {
        name: CALLER.to_owned(),
        params: 2,
        results: 1,
        regs: 3,
        code: vec![call, Inst::Return { values: [Operand::reg(result)].into() }],
        lines: vec![0, 0],
        runtime: true,
        ..Function::default()
    });
}
