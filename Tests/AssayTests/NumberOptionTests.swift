import Foundation
import Testing

/// Every option that takes a number reads plain decimals within bounds, and refuses all else before any work.
@Suite struct NumberOptionTests {
    /// What a value is called where it is a number, with what stands before the number.
    private static let numbers = [
        "n": "", "number": "", "seconds": "", "hours": "", "days": "", "percent": "", "weeks": "", "MiB": "",
        "signal=number": "development=",
    ]
    /// What else values are called.
    private static let others: Set = [
        "address", "amount", "date", "old:new", "sources", "clock", "code", "coin", "color", "columns", "errors",
        "expression",
        "file",
        "name=value", "stage", "stages", "mark", "zone", "folder",
        "format", "id", "interval",
        "column", "percents", "column=heading", "list", "method", "moment", "money", "name", "names", "note",
        "owner/name", "property",
        "question", "source=address", "tag", "time",
        "by", "span", "where", "word=id",
    ]

    /// Asks the program itself, so that no option reads in a way of its own.
    @Test(
        "Every option with a number rejects text that is not a number in range",
        arguments: try DescribedCommand.all()
    )
    func numberOptions(of command: DescribedCommand) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") } }
        for option in command.options where !option.value.isEmpty {
            guard let start = NumberOptionTests.numbers[option.value] else {
                #expect(NumberOptionTests.others.contains(option.value), "is <\(option.value)> a number?")
                continue
            }
            let words = try command.words + command.positionals()
            for value in ["nan", "1e300", "99999999999999999999"] {
                let result = try shell(["assay"] + words + ["--\(option.name)=\(start)\(value)"], in: folder)
                #expect(result.status == 2, "--\(option.name)=\(value): \(result.errors)")
                #expect(result.output.isEmpty && result.errors.contains("--\(option.name) <"))
                #expect(result.errors.contains(/takes a (whole )?number from -?[0-9.]+ to [0-9]+/), "\(result.errors)")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
            // There is nothing to work on: it is read, and then something is missing, but for files of one's own, the doctor
            // and the documentation.
            let read = try shell(["assay"] + words + ["--\(option.name)=\(start)5"], in: folder)
            let isOwn = ["watch", "portfolio", "note", "doctor"].contains(command.words[0])
            let needsNothing = isOwn || command.words == ["report", "docs"]
            #expect(needsNothing || read.status != 0, "--\(option.name)=5")
            #expect(!read.errors.contains("--\(option.name) <"), "\(read.errors)")
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
            }
        }
    }

    @Test("Commands with number options are found") func numbersFound() throws {
        let names = try DescribedCommand.all().flatMap { $0.options }.filter {
            NumberOptionTests.numbers[$0.value] != nil
        }
        #expect(Set(names.map(\.name)).isSuperset(of: ["wait", "top", "weeks", "timeout", "budget", "jobs", "weight"]))
    }
}
