//! Accesses through a pointer that is so far from its object that the machine does not know the object
//! any more: the code may.

use threadbare_op::Site;
use threadbare_program::{Program, ShapeKind};

/// What the machine says then.
const FAR: &str = "through a pointer that is far from the object it pointed to";

/// Names the global variable that the access there is made from, with its size.
pub(super) fn name(message: &mut String, program: &Program, site: Site) {
    let Some((before, after)) = message.split_once(FAR) else { return };
    let global = program.locate(site).and_then(|(function, pc)| program.accesses(function, pc));
    let Some(global) = global.and_then(|id| program.globals.get(id.index())) else { return };
    let shape = global.shape.and_then(|shape| program.shapes.get(shape.0 as usize));
    let size = match shape.map(|shape| &shape.kind) {
        Some(ShapeKind::Array(_, count)) => counted(*count, "element"),
        _ => counted(global.size, "byte"),
    };
    *message = format!("{before}far outside of `{}`, which has {size}{after}", global.name);
}

fn counted(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use threadbare_program::{FuncId, Pc};

    #[test]
    fn by_the_code() {
        let text = "global @a size 16 align 4\nfunc &f(1 -> 1) regs 4 {\n%1 = ptradd.64 @a, %0 * 4 + 0\n\
                    %2 = load.4 %1\n%2 = load.4 %0\nreturn 0\n}\n";
        let program: Program = text.parse().unwrap();
        let told = |pc| {
            let mut message = format!("read of 4 bytes {FAR}");
            name(&mut message, &program, program.site(FuncId(0), Pc(pc)));
            message
        };
        assert_eq!(told(1), "read of 4 bytes far outside of `a`, which has 16 bytes");
        assert_eq!(told(2), format!("read of 4 bytes {FAR}"));
    }
}
