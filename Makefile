# make demo: build, and find a bug in an example. make test: everything that must pass before a change goes in.
# make quick: for every commit, two minutes. make fuzz: for a night. All random tests go by THREADBARE_EFFORT and THREADBARE_SEED (crates/effort).
CARGO ?= $(shell command -v cargo || echo $${CARGO_HOME:-$$HOME/.cargo}/bin/cargo)
PREFIX ?= /usr/local
TARGET = $(or $(CARGO_TARGET_DIR),target)
BIN = $(TARGET)/release/threadbare

.PHONY: demo test quick check-frame setup setup-tests build bench bench-papers real fuzz weak install static docs clean

demo: build
	@echo
	@echo '$$ threadbare check examples/lost_update.c'
	@$(BIN) check examples/lost_update.c; test $$? -eq 1
	@echo
	@echo '$$ threadbare check examples/lost_update_fixed.c'
	@$(BIN) check examples/lost_update_fixed.c

setup:
	@scripts/setup.sh

# With the second solver.
setup-tests: setup
	@scripts/setup.sh cvc5

# With LLVM inside if its archives are there: relocating libLLVM.so is four fifths of the time that starting takes with it.
# (`cargo build` and `cargo test` link the shared library, which is quicker to link.)
build: setup
	$(CARGO) build --release --locked -p threadbare --no-default-features

test: setup-tests
	$(CARGO) fmt --all --check
	scripts/sizes.sh
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --workspace --no-deps --locked --quiet
	CARGO=$(CARGO) scripts/licences.sh
	$(CARGO) test --workspace --locked

# For every commit: the style, what is tested inside the crates, every C program under every explorer, and random programs on the machine.
# (Without testkit: to compile every explorer for its toys takes longer than all this. One call for all tests, so that nothing is compiled twice.)
quick: setup-tests
	$(CARGO) fmt --all --check
	scripts/sizes.sh
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	$(CARGO) test --workspace --exclude threadbare-testkit --locked --lib --test programs --test machines

bench: build
	benches/run.sh

# The tables of the papers on coarser equivalences: their benchmark families under every explorer, as Markdown.
bench-papers: build
	benches/papers.sh

# Real programs, as their users have them: fetches their source packages with cargo, and checks them with small drivers.
real: build
	benches/real/run.sh

# Longer than `make test`, for a night: many more random programs, and mutated inputs (see fuzz/).
TONIGHT = THREADBARE_EFFORT=$${THREADBARE_EFFORT:-20} THREADBARE_SEED=$${THREADBARE_SEED:-$$(date +%j)000000}
fuzz: build
	$(TONIGHT) $(CARGO) test --release --locked -p threadbare-testkit
	$(TONIGHT) $(CARGO) test --release --locked -p threadbare-session --test machines
	$(TONIGHT) $(CARGO) test --release --locked -p threadbare-op -p threadbare-program -p threadbare-explore
	for script in tests/programs/random_*.py; do case $$script in *_tests.py|*_wide.py) ;; *) $(TONIGHT) python3 $$script $(BIN) || exit 1;; esac; done
	for target in $$($(CARGO) run -q --release --locked -p threadbare-fuzz -- list | cut -d' ' -f1); do \
	    $(TONIGHT) $(CARGO) run -q --release --locked -p threadbare-fuzz -- $$target || exit 1; \
	done

# All programs of up to 6 events over 2 locations, and more than 10,000 random ones for each memory model, against the reference.
weak: setup
	THREADBARE_EFFORT=1000 $(CARGO) test --release --locked -p threadbare-testkit --test all weak_shapes::
	THREADBARE_EFFORT=12 $(CARGO) test --release --locked -p threadbare-testkit --test all weak_vs_reference::

install: build
	install -D -m 755 $(BIN) $(DESTDIR)$(PREFIX)/bin/threadbare
	install -d $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/bash-completion/completions \
	    $(DESTDIR)$(PREFIX)/share/zsh/site-functions $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	$(BIN) man > $(DESTDIR)$(PREFIX)/share/man/man1/threadbare.1
	$(BIN) man check > $(DESTDIR)$(PREFIX)/share/man/man1/threadbare-check.1
	$(BIN) man test > $(DESTDIR)$(PREFIX)/share/man/man1/threadbare-test.1
	$(BIN) man compare > $(DESTDIR)$(PREFIX)/share/man/man1/threadbare-compare.1
	$(BIN) man svcomp > $(DESTDIR)$(PREFIX)/share/man/man1/threadbare-svcomp.1
	$(BIN) man explain > $(DESTDIR)$(PREFIX)/share/man/man1/threadbare-explain.1
	$(BIN) man completions > $(DESTDIR)$(PREFIX)/share/man/man1/threadbare-completions.1
	$(BIN) completions bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/threadbare
	$(BIN) completions zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_threadbare
	$(BIN) completions fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/threadbare.fish

# The same to be given to others: without debug information, and only if LLVM's archives are there.
static: setup
	$(CARGO) build --profile dist --locked -p threadbare --no-default-features
	@if ldd $(TARGET)/dist/threadbare | grep libLLVM; then \
	    echo 'static: LLVM has been linked as a shared library, since its archives (libLLVM*.a) are not there' >&2; exit 1; fi
	@ls -l $(TARGET)/dist/threadbare

clean:
	$(CARGO) clean
