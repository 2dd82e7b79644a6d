//@ check: data-race line=@read|@write other=@read|@write
//@ check --model sc: data-race line=@read|@write other=@read|@write
//@ check --model tso: data-race line=@read|@write other=@read|@write
//@ check --model pso: data-race line=@read|@write other=@read|@write
//@ check --model ra: data-race line=@read|@write other=@read|@write
//@ check --model rc11: data-race line=@read|@write other=@read|@write
//@ check --explorer source: data-race line=@read|@write other=@read|@write
//@ check --explorer optimal: data-race line=@read|@write other=@read|@write
//@ check --explorer unfolding --races report: data-race line=@read|@write other=@read|@write
//@ check --explorer rvf: data-race line=@read|@write other=@read|@write
//@ check --explorer vc: data-race line=@read|@write other=@read|@write
// The same with an atomic write and a plain read.
#define READS_PLAINLY
#include "accessed_before.c"
