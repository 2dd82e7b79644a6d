int hook(int n) { return n + 1; }
