//@ check: data-race line=@read|@write other=@read|@write
//@ check --model sc: data-race line=@read|@write other=@read|@write
//@ check --model tso: data-race line=@read|@write other=@read|@write
//@ check --model pso: data-race line=@read|@write other=@read|@write
//@ check --model ra: data-race line=@read|@write other=@read|@write
//@ check --model rc11: data-race line=@read|@write other=@read|@write
//@ check --explorer source: data-race line=@read|@write other=@read|@write
//@ check --explorer optimal: data-race line=@read|@write other=@read|@write
//@ check --explorer observers: data-race line=@read|@write other=@read|@write
//@ check --explorer rf: data-race line=@read|@write other=@read|@write
//@ check --explorer rvf: data-race line=@read|@write other=@read|@write
//@ check --explorer prefix: data-race line=@read|@write other=@read|@write
//@ check --explorer states: data-race line=@read|@write other=@read|@write
//@ check --explorer unfolding --races report: data-race line=@read|@write other=@read|@write
// The same with select.
#define SELECT
#include "descriptor.c"
