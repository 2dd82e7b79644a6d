//! [`key`]: the canonical form of an execution graph: equal for equal graphs, in whatever order
//! their events were added.

use super::graph::{Event, Graph};
use crate::class::{Path, Stands};
use threadbare_op::Site;

struct Bytes(Vec<u8>);

impl Bytes {
    fn number(&mut self, mut number: u64) {
        while number >= 64 {
            self.0.push(128 | (number & 63) as u8);
            number >>= 6;
        }
        self.0.push(number as u8);
    }

    fn maybe(&mut self, number: Option<u64>) {
        match number {
            Some(number) => self.number(number),
            None => self.0.push(255),
        }
    }
}

/// The canonical form of a graph whose threads have these paths, and stand so.
#[must_use]
pub fn key(graph: &Graph, threads: &[(Path, Stands, Site)]) -> Vec<u8> {
    let mut ranked: Vec<usize> = (0..threads.len()).collect();
    ranked.sort_by_key(|thread| &threads[*thread].0);
    let mut rank = vec![0; threads.len()];
    ranked.iter().enumerate().for_each(|(place, thread)| rank[*thread] = place as u64 + 1);
    // An initial write is named by itself: those are the same in all graphs of a program.
    let name = |id: usize| {
        let Event { thread, index, .. } = graph.events[id];
        thread.map_or((0, id as u64), |thread| (rank[thread], index as u64))
    };
    let mut bytes = Bytes(Vec::with_capacity(16 + 8 * graph.len()));
    bytes.number(threads.len() as u64);
    for thread in ranked {
        let (path, stands, site) = &threads[thread];
        bytes.number(path.len() as u64);
        path.iter().for_each(|n| bytes.number(u64::from(*n)));
        bytes.0.push(*stands as u8);
        bytes.number(u64::from(site.0));
        bytes.number(graph.threads[thread].len() as u64);
        for &id in &graph.threads[thread] {
            let event = &graph.events[id];
            bytes.0.push(event.kind as u8);
            bytes.0.push(u8::from(event.faulty));
            bytes.number(u64::from(event.site.0));
            bytes.maybe(event.read);
            bytes.maybe(event.written);
            bytes.maybe(graph.rf[id].map(|from| name(from).0));
            bytes.maybe(graph.rf[id].map(|from| name(from).1));
        }
    }
    for (addr, order) in &graph.co {
        bytes.number(*addr);
        bytes.number(order.len() as u64);
        for id in order {
            bytes.number(name(*id).0);
            bytes.number(name(*id).1);
        }
    }
    bytes.0
}
