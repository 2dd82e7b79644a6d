//! What is said to be impossible, against trying every input.

use super::*;
use crate::random_sums::{Random, condition, is_possible, sum};
use threadbare_effort::seeds;

/// A bound of an input, or of a sum of some, as programs ask for them before they add.
fn bound(terms: &mut Terms, random: &mut Random) -> Term {
    let width = random.one_of(&[4, 5, 8]);
    let of = if random.below(3) == 0 { sum(terms, random, width, 2) } else { sum(terms, random, width, 0) };
    let number = terms.number(width, [random.below(1 << width), random.below(8)][random.below(2)] as u128);
    let op = random.one_of(&[Operator::ULt, Operator::SLt]);
    if random.below(2) == 0 { terms.binary(op, of, number) } else { terms.binary(op, number, of) }
}

#[test]
fn what_is_impossible_is() {
    let (mut impossible, mut guessed) = (0, 0);
    for seed in seeds(1500) {
        let mut random = Random::new(seed);
        let mut terms = Terms::default();
        let mut conjuncts: Vec<Term> = Vec::new();
        for _ in 0..8 {
            let depth = random.below(3);
            conjuncts.push(if random.below(2) == 0 {
                bound(&mut terms, &mut random)
            } else {
                condition(&mut terms, &mut random, depth)
            });
            conjuncts.retain(|&conjunct| terms.constant(conjunct).is_none());
            let is_possible = is_possible(&terms, &conjuncts);
            match summed(&terms, &conjuncts) {
                Ordered::Impossible => {
                    assert!(!is_possible, "seed {seed}: some input satisfies all");
                    impossible += 1;
                }
                Ordered::Perhaps(guesses) => {
                    let holds = |guess: &Vec<_>| {
                        let mut model = threadbare_term::Model::new(guess.iter().copied(), 0);
                        conjuncts.iter().all(|&c| model.evaluate(&terms, c) == 1)
                    };
                    guessed += u32::from(guesses.iter().any(holds));
                }
            }
            if !is_possible && !conjuncts.is_empty() {
                conjuncts.remove(random.below(conjuncts.len()));
            }
        }
    }
    assert!(impossible > 400 && guessed > 400, "{impossible} impossible, {guessed} guessed");
}

/// What is taken from one account and put into another, as far as there is room, is no more and no
/// less than there was.
#[test]
fn amounts_are_kept() {
    let mut terms = Terms::default();
    let (zero, top) = (terms.number(32, 0), terms.number(32, 0x7FFF_FFFF));
    let mut accounts = [100, 50, 0x7FFF_FFFF - 200].map(|number| terms.number(32, number));
    let mut path = Vec::new();
    for n in 0..9 {
        let amount = terms.input(32, n);
        let (from, to) = (n as usize % 3, (n as usize + 1 + n as usize / 3) % 3);
        path.push(terms.binary(Operator::SLt, zero, amount));
        let room = terms.binary(Operator::Sub, top, amount);
        for (less, more) in [(accounts[from], amount), (room, accounts[to])] {
            let lacks = terms.binary(Operator::SLt, less, more);
            path.push(terms.not(lacks));
        }
        accounts[from] = terms.binary(Operator::Sub, accounts[from], amount);
        accounts[to] = terms.binary(Operator::Add, accounts[to], amount);
        let wide = accounts.map(|account| terms.sign_extend(account, 64));
        let all = terms.binary(Operator::Add, wide[0], wide[1]);
        let all = terms.binary(Operator::Add, all, wide[2]);
        let is_kept = terms.is(all, 150 + 0x7FFF_FFFF - 200);
        let is_lost = terms.not(is_kept);
        let asked = |last| [&path[..], &[last]].concat();
        assert!(matches!(summed(&terms, &asked(is_lost)), Ordered::Impossible), "after {n}");
        assert!(matches!(summed(&terms, &asked(is_kept)), Ordered::Perhaps(_)), "after {n}");
        for account in accounts {
            let is_negative = terms.binary(Operator::SLt, account, zero);
            assert!(matches!(summed(&terms, &asked(is_negative)), Ordered::Impossible), "after {n}");
        }
    }
}
