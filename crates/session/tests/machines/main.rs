//! Programs in text form, most of them random, under explorers of machines. (All in one binary, and
//! here, where the explorers are compiled: see `compiled`.)

mod cancelled;
mod endless;
mod every_input;
mod final_states;
mod folded;
mod inputs_that_matter;
mod interleaved;
mod ordered;
mod outcome;
mod patience;
mod polls;
mod random_programs;
mod redundant;
mod text_programs;
mod writer;
