import CoinModel
import CoinOperations
import CoinPipeline
import Foundation
import Testing

@Suite struct SettingsFileTests {
    /// The settings of a text as the user's file.
    private func read(_ text: String) throws -> [Setting] {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("settings-\(UUID().uuidString)").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        defer { do { try FileManager.default.removeItem(atPath: path) } catch { Issue.record("\(error)") } }
        let file = try #require(SettingFile.all(by: ["ASSAY_CONFIG": path]).last)
        return try settings(ofFile: file)
    }

    @Test("Keys, values and places of a settings file are read in its order") func order() throws {
        let text = """
            # mine
            quote: eur
            rank:
              columns: [rank, coin_id]
              top:   20  # few
            report: {site: {output: "a: b"}}
            """
        let found = try read(text)
        #expect(found.map(\.name) == ["quote", "rank.columns", "rank.top", "report.site.output"])
        #expect(found.map(\.values) == [["eur"], ["rank", "coin_id"], ["20"], ["a: b"]])
        #expect(found.map(\.text) == ["eur", "rank,coin_id", "20", "a: b"])
        let places = found.map { $0.place.split(separator: ":").suffix(2).joined(separator: ":") }
        #expect(places == ["2:8", "4:12", "5:10", "6:25"])
        let keys = found.map { $0.keyPlaces.map { $0.split(separator: ":").suffix(2).joined(separator: ":") } }
        #expect(keys == [["2:1"], ["3:1", "4:3"], ["3:1", "5:3"], ["6:1", "6:10", "6:17"]])
        #expect(found.allSatisfy { $0.origin == .user })
    }

    @Test("An empty settings file has no settings", arguments: ["", "# nothing\n", "{}\n", "---\n", "\u{FEFF}"])
    func empty(text: String) throws {
        #expect(try read(text).isEmpty)
    }

    @Test(
        "A form that no settings file has is rejected with its place",
        arguments: [
            ("quote:\n", "1:7", "config-wrong-value"), ("- a\n", "1:1", "config-wrong-value"),
            ("quote\n", "1:1", "config-wrong-value"), ("rank: {}\n", "1:7", "config-wrong-value"),
            ("prefer: []\n", "1:9", "config-wrong-value"), ("prefer: [a, [b]]\n", "1:13", "config-wrong-value"),
            ("prefer: [a, {b: c}]\n", "1:13", "config-wrong-value"), ("quote: ''\n", "1:8", "config-wrong-value"),
            ("quote: \"a\\0b\"\n", "1:8", "config-wrong-value"), ("rank:\n  top: &a 1\n", "2:8", "config-alias"),
            ("quote: *a\n", "1:8", "config-alias"), ("quote: !x eur\n", "1:8", "config-tag"),
            ("rank: {top: 1, top: 2}\n", "1:16", "config-key"), ("a: 1\n---\nb: 1\n", "2:1", "config-documents"),
            ("a: {<<: {b: 1}}\nb: [\n", "3:1", "config-yaml"),
        ]
    )
    func badForm(text: String, place: String, identifier: String) throws {
        let error = #expect(throws: OperationError.self) { try read(text) }
        #expect(error?.diagnostic.place.hasSuffix(":\(place)") == true, "\(error?.diagnostic.line ?? "")")
        #expect(error?.diagnostic.identifier == identifier)
        #expect(error?.status == .usage)
    }
}
