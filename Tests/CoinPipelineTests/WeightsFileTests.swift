import CoinOperations
import CoinPipeline
import Foundation
import Testing

@Suite struct WeightsFileTests {
    func read(_ text: String, _ preset: String = "discovery") throws -> [String: Double] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("weights-\(UUID().uuidString)")
        try Data(text.utf8).write(to: file)
        defer { do { try FileManager.default.removeItem(at: file) } catch { Issue.record("\(error)") } }
        return try weights(ofFile: file.path, preset: preset)
    }

    /// The shipped file documents what is built in.
    @Test("The shipped weights file has the weights of the method") func shippedWeights() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let path = root.appendingPathComponent("pipelines/weights.yaml").path
        #expect(
            try weights(ofFile: path, preset: "discovery")
                == ["development": 0.7, "developers": 0.1, "volume": 0.1, "search": 0.1, "cap_against_volume": 0]
        )
        #expect(
            try weights(ofFile: path, preset: "classic")
                == ["dev_ratio": 0.3, "vol_ratio": 0.2, "momentum12": 0.2, "volatility52": -0.1, "trend_ratio": 0.2]
        )
        #expect(try weights(ofFile: path, preset: "activity").isEmpty)
    }

    @Test("Comments and blank lines in a weights file are ignored") func comments() throws {
        let text = "# mine\n\ndiscovery: # the default\r\n  search:   0.3 # more\n\n\tclassic:\n".replacingOccurrences(
            of: "\t",
            with: ""
        )
        #expect(try read(text) == ["search": 0.3])
        #expect(try read(text, "classic").isEmpty)
        #expect(try read("").isEmpty)
    }

    @Test(
        "A bad line of a weights file is rejected with its place",
        arguments: [
            ("discovery:\n  developmint: 1\n", "2:3"), ("magic:\n", "1:1"), ("search: 1\n", "1:1"),
            ("discovery:\n  search 1\n", "2:3"), ("discovery:\n  search:\n", "2:10"), ("discovery: 1\n", "1:12"),
            ("discovery:\n  search: nan\n", "2:11"), ("discovery:\n  search: 0x1p3\n", "2:11"),
            ("discovery:\n  search: 1 2\n", "2:11"), ("discovery:\n  search: 1e9\n", "2:11"),
            ("discovery:\n  search: .5\n", "2:11"), ("discovery:\n  search: 5.\n", "2:11"),
            ("discovery:\n  search: +-5\n", "2:11"), ("discovery:\n  search: [1]\n", "2:11"),
            ("activity:\n  dev_change_pct: 1\n", "2:3"), ("- discovery\n", "1:1"),
        ]
    )
    func badWeights(text: String, place: String) throws {
        let error = #expect(throws: OperationError.self) { try read(text) }
        #expect(error?.diagnostic.place.hasSuffix(":\(place)") == true, "\(error?.diagnostic.line ?? "")")
        #expect(error?.diagnostic.identifier == "bad-weights")
    }

    @Test(
        "A duplicate key in a weights file is rejected",
        arguments: [("discovery:\n  search: 1\n  search: 2\n", "3:3"), ("discovery:\nclassic:\ndiscovery:\n", "3:1")]
    )
    func duplicateKeys(text: String, place: String) throws {
        let error = #expect(throws: OperationError.self) { try read(text) }
        #expect(error?.diagnostic.place.hasSuffix(":\(place)") == true)
        #expect(error?.diagnostic.identifier == "weights-key")
    }
}
