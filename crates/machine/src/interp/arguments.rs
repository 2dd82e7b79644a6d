//! `main` is about to be called: how many arguments it gets, if that is input.

use super::Running;
use crate::arguments::Text;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::record::What;
use crate::value::Value;
use threadbare_program::Pred;

impl<D: Domain> Running<'_, D> {
    /// Puts what `main` gets where its parameters will be.
    pub(super) fn pass_arguments(&mut self) -> Result<(), Halt> {
        let count = self.count_arguments()?;
        let arguments = &self.code.arguments;
        for word in [count, arguments.vector, arguments.environment()] {
            self.live.slots.push(self.core.lift(Value::new(word)));
        }
        Ok(())
    }

    /// How many arguments `main` gets. Those beyond are taken away. Asks, where it depends on input.
    fn count_arguments(&mut self) -> Result<u64, Halt> {
        let code = self.code;
        let arguments = &code.arguments;
        let mut more = 0;
        if let Some(at) = arguments.more_at() {
            let told = self.core.memory.peek_value(at, 1).unwrap_or_default();
            // Whatever is not one of the others is the greatest number.
            while more < arguments.more && !self.is_number(told, more)? {
                more += 1;
            }
            let size = self.code.program.pointer_bytes();
            self.core.memory.poke(arguments.pointer_at(arguments.count + more), size, 0);
        }
        let count = arguments.count + more;
        if !D::HAS_INPUT && self.core.options.given.is_some() {
            let taken = arguments.inputs.iter().filter(|text| text.arg.is_none_or(|n| n < count));
            taken.for_each(|text| self.tell_text(text));
        }
        Ok(count)
    }

    fn is_number(&mut self, value: D::Value, number: u64) -> Result<bool, Halt> {
        let number = self.core.lift(Value::new(number));
        let same = self.core.memory.domain.cmp(Pred::Eq, 8, value, number);
        Ok(self.core.decide(same)?.bits != 0)
    }

    fn tell_text(&mut self, text: &Text) {
        let bytes = (text.at..text.at + u64::from(text.len)).map(|at| self.core.memory.peek(at, 1) as u8);
        let bytes: Vec<u8> = bytes.take_while(|&byte| byte != 0).collect();
        self.core.memory.tell(What::InputText { name: text.name.clone(), bytes });
    }
}
