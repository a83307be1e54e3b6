# Two commands matter: `make run` and `make test`. The others are their parts.

.PHONY: run test install deb wheel sources manual deps test-deps programs lint unit module readme completions notebook assistant quick release \
	tests hurt soak bench spark-test clean

# What the program is built from, and what the tests need beside it.
PACKAGES := libgit2-dev libcurl4-openssl-dev libsqlite3-dev libsimdjson-dev libseccomp-dev zlib1g-dev libzstd-dev nettle-dev \
	libxlsxwriter-dev libmd4c-dev libmd4c-html0-dev pkg-config
TEST_PACKAGES := gcc python3 python3-pandas python3-scipy python3-statsmodels gzip git zsh fish
SOAK_PACKAGES := python3-matplotlib python3-nbclient python3-ipykernel python3-venv r-cran-rsqlite libreoffice-calc-nogui
# What reads the programs to say what they consist of, and brings tools from PyPI for the wheel.
PACKAGING := binutils python3 python3-venv

# No test and no example depends on the settings of the person who runs it.
export ASSAY_CONFIG :=

RELEASE := .build-release
PRODUCTS := $(RELEASE)/release

# Builds the benchmark, a package of its own, in the folder of a build of the program: what is compiled there stays.
BENCHMARK := swift build --package-path Tools/Benchmark --product assay-benchmark

# Builds what is missing and runs the main job on the bundled data: four seconds without optimisation, so nobody waits for it.
run: deps
	@echo "Building without optimisation: two minutes on two cores the first time. 'make install' builds what daily use wants."
	@$(MAKE) --no-print-directory quick
	.build/debug/assay run pipelines/discovery.yaml

# The whole gate: format, build without warnings, tests, release build, and module, README, completions, notebook and server tried.
test: deps test-deps lint programs unit module readme completions notebook assistant hurt

# What people get and what tests it, side by side: each build leaves a core idle for a part of its time.
programs:
	swift package resolve
	$(MAKE) --jobs 2 release tests

# Puts the program, its workers, the bundled data, completions and manual pages under PREFIX.
PREFIX ?= /usr/local
install: deps release manual
	.ci/install-program $(PRODUCTS) "$(DESTDIR)$(PREFIX)"

# A package for Debian and its like, in the folder of the release build.
deb: deps release manual
	@.ci/install-packages $(PACKAGING)
	.ci/make-package $(PRODUCTS) $(RELEASE)

# A wheel for Linux systems without a compiler and without the libraries, in `dist`; and whether it works in a clean place.
wheel: deps release manual
	@.ci/install-packages $(PACKAGING)
	rm -f dist/*.whl
	.ci/make-wheel $(PRODUCTS) dist
	.ci/try-wheel dist/*.whl --tests

# The sources of the libraries in that wheel, from Debian's archive, for a release.
sources: wheel
	.ci/fetch-sources dist/assay.cdx.json dist/sources

# What writes manual pages, in the place where the installation looks for it.
manual: release
	swift build -c release --package-path $(RELEASE)/checkouts/swift-argument-parser --scratch-path $(RELEASE)/manual \
		--product generate-manual
	cp $(RELEASE)/manual/release/generate-manual $(PRODUCTS)/

# Installs what is missing on Debian and Ubuntu, and says what to do elsewhere.
deps:
	@command -v swift >/dev/null || { echo "Swift 6.2 or later is missing: see https://www.swift.org/install" >&2; exit 1; }
	@.ci/install-packages $(PACKAGES)

test-deps:
	@.ci/install-packages $(TEST_PACKAGES)

lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Tools
	.ci/check-house

# All tests in parallel on the programs that people get, golden files compared and never written; and whether the
# benchmark runs. SwiftPM would take the plan of the program, if it is current, for that of the benchmark.
unit: release tests
	ASSAY_PRODUCTS=$(abspath $(PRODUCTS)) .ci/test-all
	rm -f .build/debug/description.json
	$(BENCHMARK) --scratch-path .build
	.build/debug/assay-benchmark --coins 20 --snapshots 112 --rounds 1 >/dev/null

tests:
	swift build --build-tests

# Without optimisation, in the folder of the tests.
quick:
	swift build --product assay
	swift build --product assay-git
	swift build --product assay-fetch

# The Swift runtime inside; the C libraries are the system's shared ones.
release:
	swift build -c release --static-swift-stdlib --scratch-path $(RELEASE) --product assay
	swift build -c release --static-swift-stdlib --scratch-path $(RELEASE) --product assay-git
	swift build -c release --static-swift-stdlib --scratch-path $(RELEASE) --product assay-fetch

# The Python module against the programs that people get; with pandas where the Python of the system has it.
module: release
	PYTHONPATH=python PYTHONDONTWRITEBYTECODE=1 ASSAY_PROGRAM=$(abspath $(PRODUCTS)/assay) \
		$(firstword $(wildcard /usr/bin/python3) python3) -m unittest discover -s python/tests

# Tries every command of the README and of the articles on the bundled data.
ARTICLES := $(filter-out %/Decision-%,$(wildcard Sources/CoinPipeline/Documentation.docc/*.md))
readme: release
	.ci/try-readme $(PRODUCTS) README.md $(ARTICLES)

# Types lines into bash, zsh and fish.
completions: release
	.ci/try-completions $(PRODUCTS)

# Runs the notebooks on clean exports.
notebook: release
	.ci/try-notebook $(PRODUCTS)

# Plays an assistant against the server that it would start.
assistant: release
	.ci/try-assistant $(PRODUCTS)

# Flips bits of a store, ends commands at random, fails their writes, gives them little memory, files and processes, and plays
# days on which things go wrong and mornings on which things happen; and works rankings and evidence out a second time: a
# little in the gate, more by `make soak`.
hurt: release
	.ci/soak $(PRODUCTS) --flips 20 --targeted 0 --kills 1
	.ci/faults/sweep $(PRODUCTS) --points 60
	.ci/faults/power $(PRODUCTS) --images 20
	.ci/faults/crowd $(PRODUCTS) --rounds 2
	.ci/faults/kills $(PRODUCTS) --long 2 --short 4 --coins 600
	.ci/faults/year $(PRODUCTS) --days 10
	.ci/faults/mornings $(PRODUCTS)
	.ci/faults/limits $(PRODUCTS) --points 60
	.ci/look-ahead $(PRODUCTS) 3
	.ci/second-reading $(PRODUCTS) --seed 1

# Fuzzing and simulation at full length.
soak: release tests
	@.ci/install-packages $(SOAK_PACKAGES)
	.ci/try-notebook $(PRODUCTS) --jupyter
	.ci/try-recipes $(PRODUCTS)
	ASSAY_TEST_DEPTH=full ASSAY_PRODUCTS=$(abspath $(PRODUCTS)) .ci/test-all
	.ci/soak $(PRODUCTS) --flips 300 --targeted 28 --kills 100
	.ci/faults/sweep $(PRODUCTS)
	.ci/faults/power $(PRODUCTS)
	.ci/faults/crowd $(PRODUCTS)
	.ci/faults/kills $(PRODUCTS)
	.ci/faults/year $(PRODUCTS)
	.ci/faults/mornings $(PRODUCTS)
	.ci/faults/limits $(PRODUCTS)
	.ci/hostile-names $(PRODUCTS)
	.ci/look-ahead $(PRODUCTS)
	.ci/second-reading $(PRODUCTS)

# Times each hot path on a seeded market, then the whole job next to other engines: `make bench WORKLOAD=M PEERS=FOLDER`.
PEERS ?=
WORKLOAD ?= S
ROUNDS ?= 5
bench: release
	$(BENCHMARK) -c release --static-swift-stdlib --scratch-path $(RELEASE)
	$(PRODUCTS)/assay-benchmark --rounds $(ROUNDS)
	if [ -n "$(PEERS)" ]; then .ci/compare-with-peers $(PEERS) $(PRODUCTS) $(WORKLOAD) $(ROUNDS); fi

# Counts repositories over Spark, Dask and a shell, evaluates a grid over Spark, and makes workers fail. Needs Java and pipelines/spark/requirements.txt,
# else it is skipped: `make spark-test PYTHON=.venv/bin/python TIMES=3`.
PYTHON ?= python3
TIMES ?= 1
spark-test: release
	$(PYTHON) pipelines/spark/tests/equal $(PRODUCTS)
	$(PYTHON) pipelines/spark/tests/run $(PRODUCTS) --rounds $(TIMES)

clean:
	rm -rf .build $(RELEASE) dist out assay.sqlite
