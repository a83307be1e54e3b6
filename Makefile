# Two commands matter: `make run` and `make test`. The others are their parts.

.PHONY: run test deps build lint unit golden readme release clean

PACKAGES := zlib1g-dev libzstd-dev nettle-dev libsimdjson-dev libsqlite3-dev pkg-config

# Builds what is missing and runs the main job on the bundled data.
run: deps release
	./.build-release/release/assay run pipelines/discovery.yaml

# The whole gate: format, build without warnings, tests, the README's commands, release build.
test: deps lint unit release readme notebook

# Installs what is missing on Debian and Ubuntu, and says what to do elsewhere.
deps:
	@command -v swift >/dev/null || { echo "Swift 6.2 or later is missing: see https://www.swift.org/install" >&2; exit 1; }
	@pipelines/install-packages $(PACKAGES)

lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Tests

unit:
	swift build --build-tests
	swift test --skip-build --parallel

# A static Swift runtime; the C libraries stay shared.
release:
	swift build -c release --product assay --static-swift-stdlib --scratch-path .build-release

# Tries every command of the README on a fresh copy of the bundled data.
readme: release
	pipelines/try-readme README.md .build-release/release

# Runs the notebook's cells on a clean export where Python with pandas is at hand.
notebook: release
	pipelines/try-notebook .build-release/release

clean:
	rm -rf .build .build-release out assay.sqlite
