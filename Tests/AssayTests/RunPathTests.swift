import Foundation
import Testing

/// Paths of a pipeline count from its own folder, those of the command line from the working folder.
@Suite struct RunPathTests {
    /// A folder `jobs` with a pipeline whose files lie beside it.
    private static let job = SmallMarket.pipeline("store: ../store/s.sqlite\nout: ../out\npreset: activity\n")
        .replacing(": coins.csv", with: ": ../coins.csv").replacing(": market.csv", with: ": {path: ../market.csv}")
        .replacing(": commits.csv", with: ": [../commits.csv]").replacing(": trends.csv", with: ": ./.././trends.csv")

    private static let written = Set(["store/s.sqlite", "out/ranking.csv", "out/run.json"])

    private func made(by words: [String], in place: String, _ market: SmallMarket) throws -> Set<String> {
        let before = Set(try market.files().keys)
        try FileManager.default.createDirectory(
            at: market.folder.appendingPathComponent(place),
            withIntermediateDirectories: true
        )
        let result = try shell(["assay", "run"] + words, in: market.folder.appendingPathComponent(place))
        #expect(result.status == 0, "\(result.errors)")
        // The record of a run lies beside the store, under a name that tells when it was; the hidden mark of the output
        // folder says that it is ours.
        return Set(try market.files().keys).subtracting(before)
            .filter { !$0.contains(".sqlite.runs/") && !$0.hasSuffix("/.assay") }
    }

    @Test(
        "The working folder does not matter",
        arguments: [
            (".", "jobs/p.yaml"), ("jobs", "p.yaml"), ("elsewhere/far", "../../jobs/p.yaml"), ("jobs", "./p.yaml"),
        ]
    )
    func workingFolder(place: String, name: String) throws {
        try SmallMarket.with { market in
            try market.write("jobs/p.yaml", Self.job)
            #expect(try made(by: [name], in: place, market) == Self.written)
            // Nor does it the next time, though the record names files as they are seen from there.
            let before = try market.files()
            #expect(try made(by: ["jobs/p.yaml"], in: ".", market).isEmpty)
            #expect(try market.files() == before)
        }
    }

    @Test("Absolute names give the same files") func absoluteNames() throws {
        try SmallMarket.with { market in
            let job = Self.job.replacing("../market.csv", with: market.folder.path + "/market.csv")
            try market.write("jobs/p.yaml", job)
            let name = market.folder.path + "/jobs/p.yaml"
            #expect(try made(by: [name], in: "/", market) == Self.written)
        }
    }

    @Test("The record has file names relative to the working folder") func recordedNames() throws {
        try SmallMarket.with { market in
            try market.write("jobs/p.yaml", Self.job)
            #expect(try market.assay("run", "jobs/p.yaml").status == 0)
            let record = try market.record()
            let inputs = try #require(record["inputs"] as? [[String: Any]]).compactMap { $0["path"] as? String }
            #expect(inputs == ["coins.csv", "market.csv", "commits.csv", "trends.csv"])
            #expect(record["store"] as? String == "store/s.sqlite")
        }
    }

    /// A link's own folder counts, and behind a linked folder `..` leads where the system says.
    @Test("Names are relative to the folder of a linked definition") func linkedDefinition() throws {
        try SmallMarket.with { market in
            try market.write("deep/jobs/p.yaml", Self.job)
            try FileManager.default.createDirectory(
                at: market.folder.appendingPathComponent("jobs"),
                withIntermediateDirectories: true
            )
            #expect(try market.script("ln -s ../deep/jobs/p.yaml jobs/linked.yaml").status == 0)
            #expect(try made(by: ["jobs/linked.yaml"], in: ".", market) == Self.written)
            #expect(try market.script("ln -s deep/jobs linked && mv *.csv deep && rm -r out store").status == 0)
            let written = Set(Self.written.map { "deep/" + $0 })
            #expect(try made(by: ["linked/p.yaml"], in: ".", market) == written)
        }
    }

    @Test("Paths in options are relative to the working folder") func optionPaths() throws {
        try SmallMarket.with { market in
            try market.write("jobs/p.yaml", Self.job)
            let words = ["../jobs/p.yaml", "--store", "mine.sqlite", "--out", "mine"]
            let written = Set(["here/mine.sqlite", "here/mine/ranking.csv", "here/mine/run.json"])
            #expect(try made(by: words, in: "here", market) == written)
        }
    }

    @Test("Without settings store and outputs are next to the definition") func defaultPlaces() throws {
        try SmallMarket.with { market in
            try market.write("jobs/p.yaml", Self.job.replacing("store: ../store/s.sqlite\nout: ../out\n", with: ""))
            let written = Set(["jobs/assay.sqlite", "jobs/out/ranking.csv", "jobs/out/run.json"])
            #expect(try made(by: ["jobs/p.yaml"], in: ".", market) == written)
        }
    }

    /// The shipped pipeline writes into the folder above its own, where `assay rank` looks from there.
    @Test("The shipped pipeline runs from any folder") func shippedPipeline() throws {
        try SmallMarket.with { market in
            let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            let shipped = try String(
                contentsOf: root.appendingPathComponent("pipelines/discovery.yaml"),
                encoding: .utf8
            )
            // The small market has no counts by day and author.
            let small = shipped.replacing(", ../data/commit-days.csv.gz", with: "")
            try market.write("clone/pipelines/discovery.yaml", small)
            #expect(try market.script("mkdir clone/data && mv *.csv clone/data").status == 0)
            let outputs = ["assay.sqlite", "out/ranking.csv", "out/ranking.html", "out/ranking.json", "out/run.json"]
            let written = Set(outputs.map { "clone/" + $0 })
            #expect(try made(by: [], in: "clone", market) == written)
            #expect(try made(by: ["discovery.yaml"], in: "clone/pipelines", market).isEmpty)
        }
    }
}
