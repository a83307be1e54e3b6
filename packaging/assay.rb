# A formula for Homebrew, for a tap. `homepage` is the one place that names the project's address; OWNER and `sha256` are
# filled in by the release.
class Assay < Formula
  desc "Finds coins worth a closer look, by developer activity and market data"
  homepage "https://github.com/OWNER/assay"
  url "#{homepage}/archive/refs/tags/v0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "curl"
  depends_on "libgit2"
  depends_on "libxlsxwriter"
  depends_on macos: :sequoia
  depends_on "md4c"
  depends_on "nettle"
  depends_on "simdjson"
  depends_on "sqlite"
  depends_on "zstd"

  def install
    # Homebrew builds in a sandbox of its own, in which SwiftPM cannot make another.
    arguments = %w[--disable-sandbox --configuration release --scratch-path .build-release]
    %w[assay assay-git assay-fetch].each { |product| system "swift", "build", *arguments, "--product", product }
    bin.install ".build-release/release/assay"
    # Where the program looks for its workers and its data.
    (libexec/"assay").install ".build-release/release/assay-git", ".build-release/release/assay-fetch"
    (share/"assay").install "data", "pipelines", "screens"
    generate_completions_from_executable(bin/"assay", "completions")
  end

  test do
    system bin/"assay", "demo", "demo"
    cd "demo" do
      system bin/"assay", "run"
      assert_match "\"rank\": 1,", shell_output("#{bin}/assay rank --top 1 --format json")
    end
  end
end
