SHELL := bash
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help serve test check page pictures golden fidelity schema oracle bench bench-page setup setup-page setup-oracle fmt clippy doc test-quick test-native test-oracle clippy-web test-web size e2e

# Cargo may be installed and yet not be on the PATH.
export PATH := $(or $(CARGO_HOME),$(HOME)/.cargo)/bin:$(PATH)

# The only value that Trunk understands; any will do for the others.
ifdef NO_COLOR
export NO_COLOR := true
endif

# Port of `make serve`.
PORT ?= 8080

# Of `make oracle`: how many random scripts, and what makes them.
SEQUENCES ?= 200
SEED ?= 1

# Goes before a command that needs what .ci/setup found or installed. The others use the ordinary Rust toolchain.
WEB := source target/setup.env &&

# The Python of an environment that has moto.
MOTO := target/oracle/venv/bin/python

# Heads the output of a stage.
stage = @printf '\n\033[1m=== %s\033[0m\n' '$(1)'

help: ## list what there is to make (this list)
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

serve: setup-page ## build the page and serve it at http://127.0.0.1:8080/ (another port: make serve PORT=8081)
	$(call stage,Serve: http://127.0.0.1:$(PORT)/ (rebuilt when a source file changes; Ctrl-C ends it))
	@$(WEB) trunk serve --release --offline --locked --no-autoreload --port $(PORT)

test: setup fmt clippy doc test-native test-oracle clippy-web test-web page size e2e ## set up, then check, build and test everything, as CI does

check: fmt clippy test-quick ## the fast part of `make test`: format, lints and the native tests that take seconds

page: setup-page ## build the page into dist/
	$(call stage,Page)
	@$(WEB) trunk build --release --offline --locked

pictures: setup page ## take the page's pictures: target/pictures/ and the README's docs/page.png
	$(call stage,Pictures)
	@$(WEB) node tests/e2e/pictures.mjs

golden: ## write the golden trace, and what follows from the scenarios that ship, anew, where a change was meant to change it
	WRITE_GOLDEN=1 cargo test --locked --quiet --test claims up_to_date
	cargo run --locked --quiet --bin headless -- run tests/golden/scenario.json --json >tests/golden/trace.json

fidelity: ## write FIDELITY.md anew, where a rule or a case of SQS was changed
	WRITE_FIDELITY=1 cargo test --locked --quiet --test fidelity page_compared_is_up_to_date

schema: ## write docs/scenario.schema.json and the tables of docs/scenario.md anew, where a field was changed
	WRITE_SCHEMA=1 cargo test --locked --quiet --test schema compared_is_up_to_date

oracle: setup-oracle ## compare the queue machine with moto on random calls (longer: make oracle SEQUENCES=20000 SEED=2)
	$(call stage,A second opinion: moto)
	@$(MOTO) -Bu tests/oracle/compare.py --sequences $(SEQUENCES) --seed $(SEED)

bench: ## measure the speed of the machine without a page
	cargo bench --locked

bench-page: setup page ## measure how smoothly the page plays up to 10,000 messages
	$(call stage,Frames of the page)
	@$(WEB) node tests/e2e/frames.mjs

# --- Stages -----------------------------------------------------------------------------------------------------------

setup:
	@.ci/setup

setup-page:
	@.ci/setup page

setup-oracle:
	@.ci/setup oracle

fmt:
	$(call stage,Format)
	@cargo fmt --check

clippy:
	$(call stage,Lints)
	@cargo clippy --locked --all-targets -- -D warnings

doc:
	$(call stage,Documentation)
	@RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps --document-private-items

# All but the search of small worlds and the random scripts, which take a minute.
test-quick:
	$(call stage,Quick tests)
	@cargo test --locked -- --skip keeps_the_laws --skip in_many_steps --skip given_rubbish

test-native:
	$(call stage,Tests)
	@cargo test --locked

# Where moto could not be installed, the set-up has said so.
test-oracle: setup
	@[ ! -x $(MOTO) ] || $(MAKE) --no-print-directory oracle

clippy-web: setup
	$(call stage,Lints of the page)
	@$(WEB) cargo clippy --locked --target wasm32-unknown-unknown --lib --bin inflight --bin whole --test 'wasm_*' -- -D warnings

test-web: setup
	$(call stage,Tests in the browser)
	@$(WEB) cargo test --locked --target wasm32-unknown-unknown --lib --test 'wasm_*'

size: page
	$(call stage,Size of the page in bytes: as it is and gzipped)
	@cd dist && for file in *.html *.css *.js *.wasm; do \
	    printf '%9d %9d  %s\n' "$$(wc -c <"$$file")" "$$(gzip -9 <"$$file" | wc -c)" "$$file"; \
	done

e2e: setup page ## build the page and test it in a browser
	$(call stage,Tests of the page)
	@$(WEB) node --test --test-reporter=spec --test-reporter-destination=stdout \
	    --test-reporter=./tests/e2e/closing-line.mjs --test-reporter-destination=stdout tests/e2e/*.test.mjs
