import CoinModel
import Foundation
import RawInput
import Testing

@testable import CoinSources

/// The taxonomy's retired form: a TOML file for each ecosystem.
@Suite struct EcosystemTablesTests {
    private let since = Instant(seconds: 1_743_552_000)

    /// What files say of some ecosystems: `NAME SCOPE owner/name …` each, and what was told.
    private func read(_ files: [(name: String, text: String)], asking names: [String]) throws
        -> (parts: [String], reading: Reading)
    {
        var reading = Reading()
        var tables = EcosystemTables()
        let place = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { unlink(place.path) }
        for (name, text) in files {
            try Data(text.utf8).write(to: place)
            var file = try InputFile(path: place.path)
            try tables.take(&file, named: name) { reading.take($0) }
        }
        let parts = names.flatMap { name in [EcosystemScope.direct, .all].map { EcosystemPart(name: name, scope: $0) } }
        try tables.answer(.parts(parts), since: since) { reading.take($0) }
        let words = reading.ecosystems.map {
            "\($0.part.name) \($0.part.scope) \($0.repositories.map(\.key).joined(separator: " "))"
        }
        #expect(reading.ecosystems.allSatisfy { $0.since == since })
        return (words, reading)
    }

    private let alpha = """
        title = "Alpha" # its name
        sub_ecosystems = [
          "Beta", # below it
        ]
        github_organizations = ["https://github.com/alpha"]
        [[repo]]
        url = "https://github.com/alpha/a"
        tags = ["Protocol", "Library"]
        [[repo]]
        url = "https://github.com/alpha/gone"
        missing = true

        """

    private let beta =
        "title = 'Beta'\nsub_ecosystems = ['Alpha']\n[[repo]]\nurl = 'https://github.com/Alpha/A'\n"
        + "[[repo]]\nurl = 'https://github.com/beta/b'\ntags = ['Library']\n"

    @Test func filesGiveEachPartItsRepositoriesWhateverCirclesTheyForm() throws {
        let (parts, reading) = try read([("a/alpha.toml", alpha), ("b/beta.toml", beta)], asking: ["Alpha", "Beta"])
        #expect(
            parts == [
                "Alpha direct alpha/a alpha/gone", "Alpha all alpha/a alpha/gone beta/b", "Beta direct alpha/a beta/b",
                "Beta all alpha/a alpha/gone beta/b",
            ]
        )
        #expect(reading.rejects.isEmpty && reading.warnings.isEmpty)
        #expect(
            reading.notes == [
                "ecosystems since 2025-04-02T00:00:00Z: 2, with 4 repositories and 2 tags, those of 1 entries marked as "
                    + "missing among them; organisations that are named too, and not looked into: 1"
            ]
        )
    }

    @Test func whatIsNoSuchFileIsRejectedByFileAndLineAndTheOthersAreTaken() throws {
        let deep = "title = \"Deep\"\nx = " + String(repeating: "[", count: 100_000)
        let bad = [
            ("b/open.toml", "title = \"Open\"\n[[repo]]\nurl = \"https://x\n", "bad-toml", "b/open.toml:3: "),
            ("b/twice.toml", "title = \"A\"\ntitle = \"B\"\n", "bad-toml", "b/twice.toml:2: "),
            ("b/deep.toml", deep, "bad-toml", "b/deep.toml:2: "),
            ("b/none.toml", "sub_ecosystems = []\n", "no-title", "b/none.toml: "),
            ("b/number.toml", "title = 3\n", "no-title", "b/number.toml: "),
            ("b/empty.toml", "", "no-title", "b/empty.toml: "),
            ("b/child.toml", "title = \"C\"\nsub_ecosystems = [1]\n", "bad-toml", "b/child.toml: "),
            ("b/url.toml", "title = \"U\"\n\n [[ repo ]]\ntags = []\n", "no-address", "b/url.toml:3: `[[repo]]` has"),
            (
                "b/text.toml", "title = \"T\"\nx = \"\"\"\n[[repo]]\"\"\"\n[[repo]]\n", "no-address",
                "b/text.toml: `[[repo]]` number 1 has"
            ),
            ("b/kind.toml", "title = \"K\"\nrepo = [\"https://x\"]\n", "no-address", "b/kind.toml: "),
            (
                "b/below.toml", "title = \"D\"\nsub_ecosystems = [\"E\"]\n", "unknown-ecosystem",
                "b/below.toml: `E` below"
            ),
        ]
        for (name, text, reason, place) in bad {
            let files = [
                (name: "a/alpha.toml", text: alpha), (name: name, text: text), (name: "z/beta.toml", text: beta),
            ]
            let (parts, reading) = try read(files, asking: ["Alpha"])
            #expect(parts.last == "Alpha all alpha/a alpha/gone beta/b", "\(name)")
            #expect(reading.rejects.map(\.reason) == [reason], "\(name) \(reading.rejects)")
            #expect(reading.rejects.first?.detail.hasPrefix(place) == true, "\(reading.rejects)")
        }
    }

    @Test func bytesThatAreNoTextAndSecondFilesOfATitleAreTold() throws {
        let twice = try read([("1", alpha), ("2", alpha), ("3", beta)], asking: ["Alpha"])
        #expect(twice.parts.first == "Alpha direct alpha/a alpha/gone")
        #expect(twice.reading.warnings == ["two files are titled `Alpha`: both count"])
        let place = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { unlink(place.path) }
        try Data([0x74, 0xff, 0xfe]).write(to: place)
        var file = try InputFile(path: place.path)
        var (tables, reading) = (EcosystemTables(), Reading())
        try tables.take(&file, named: nil) { reading.take($0) }
        #expect(reading.rejects.map(\.reason) == ["invalid-utf8"])
        #expect(throws: SourceError.self) { try tables.answer(.parts([]), since: since) { _ in } }
    }

    @Test func oneFileIsReadByItselfWhenItsMomentIsSaid() throws {
        let folder = try #require(Bundle.module.resourceURL).appendingPathComponent("Fixtures/taxonomy/retired")
        let path = { (name: String) in folder.appendingPathComponent(name + ".toml").path }
        for (name, title, count) in [("dogecoin", "Dogecoin", 40), ("litecoin", "Litecoin", 4), ("zcash", "Zcash", 3)] {
            let ask = { (context: inout ReadContext) in
                context.ecosystems = .parts([EcosystemPart(name: title, scope: .direct)])
            }
            let found = try reading(path: path(name)) { context in
                ask(&context)
                context.observedAt = AsOf("2025-04-01")
            }
            #expect(found.ecosystems.map(\.repositories.count) == [count])
            // What stands below it is in other files.
            let isCut = name == "litecoin"
            #expect(Set(found.rejects.map(\.reason)) == Set(["unknown-ecosystem"] + (isCut ? ["no-address"] : [])))
            #expect(throws: SourceError.self) { try reading(path: path(name), configure: ask) }
        }
    }
}
