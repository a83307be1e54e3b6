import CoinModel
import Foundation
import RawInput
import TestPrograms
import Testing

@testable import CoinSources

@Suite struct CSVPiecesTests {
    private static let header = "time,coin_id,symbol,name,price_usd,market_cap_usd"

    /// Rows of many kinds in an order that a seed decides, with this line end.
    private static func text(_ seed: UInt64, lineEnd: String = "\n", count: Int = 60) -> String {
        var random = SplitMix(seed: seed)
        let rows: [(Int) -> String] = [
            { "2024-03-24T00:00:00Z,coin-\($0 % 7),c\($0 % 7),Coin \($0 % 7),\($0 + 1).5,\($0 * 1000)" },
            { "2024-03-2\($0 % 9),\"a,b\",ab,\"A \"\"B\"\"\",\($0 + 1).25," },
            { "2024-03-2\($0 % 9),two,\"t\",\"Two\nlines\r\nand\rthree\",\($0 + 2),5" },
            { "2024-03-24T00:00:00Z,long,l,\(String(repeating: "long ", count: 60)),\($0 + 3),6" },
            { _ in "2024-13-01,a,a,A,1,1" },
            { _ in "2024-03-01,a,a,A,none,1" },
            { _ in "2024-03-01,a,a,A,1,minus" },
            { _ in "2024-03-01,a,a,A" },
            { _ in "" },
            { _ in ",,,,," },
            { _ in "2024-03-01,\"a\"b,a,A,1,1" },
            { _ in "2024-03-01,nul\0,a,A,1,1" },
            { _ in "2024-03-01,\u{72D7},a,\u{1F680},1,1" },
        ]
        // Sound rows are most of a file.
        let picked = (0..<count).map { row in
            rows[Bool.random(using: &random) ? 0 : Int.random(in: 0..<rows.count, using: &random)](row)
        }
        return ([header] + picked).joined(separator: lineEnd)
    }

    /// What a reader of pieces of a size makes of a text, row by row with their lines, and its rejects.
    private static func reading(
        _ text: String,
        inPiecesOf size: Int,
        configure: (inout ReadContext) -> Void = { _ in }
    ) throws -> [String] {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(text.utf8).write(to: place)
        defer { unlink(place.path) }
        var file = try InputFile(path: place.path)
        var reader = TidyMarketCSV.plain
        reader.pieceSize = size
        var context = ReadContext(path: "x.csv", now: testClock)
        configure(&context)
        var result = Reading()
        var refusal: [String] = []
        do {
            try reader.read(&file, context) { result.take($0) }
        } catch let error as SourceError {
            refusal = ["refused \(error.line ?? 0) \(error.column ?? 0) \(error)"]
        }
        let rows = result.blocks.flatMap { block in
            (0..<block.count).map { row in
                let values = block.values.map { "\($0[row])" }.joined(separator: " ")
                let subject = block.subject(Int(block.subjectIndex[row]))
                return "\(block.lines[row]) \(block.source) \(subject) \(block.times[row]) \(values)"
            }
        }
        let rejects = result.rejects.map { "\($0.line ?? 0) \($0.column ?? 0) \($0)" }
        return refusal.isEmpty ? rows.sorted() + rejects : refusal
    }

    private static let sizes = [1, 2, 7, 63, 64, 200, 333, 1024]

    @Test("A table says the same in pieces of any size", arguments: 0..<12 as Range<UInt64>)
    func anySize(seed: UInt64) throws {
        let lineEnd = ["\n", "\r\n", "\r"][Int(seed % 3)]
        let mark = seed % 2 == 0 ? "\u{FEFF}" : ""
        let end = seed % 4 < 2 ? lineEnd : ""
        let text = mark + CSVPiecesTests.text(seed, lineEnd: lineEnd) + end
        let whole = try CSVPiecesTests.reading(text, inPiecesOf: 1 << 20)
        #expect(whole.count > 40)
        for size in CSVPiecesTests.sizes {
            #expect(try CSVPiecesTests.reading(text, inPiecesOf: size) == whole, "pieces of \(size)")
        }
    }

    @Test(
        "What is behind a piece decides as if it stood in one with it",
        arguments: [
            "2024-03-24,\"open,a,A,1,1\n2024-03-25,b,b,B,2,2",
            "2024-03-24,a,a,A,1,1\n\n\n2024-03-25,\"b\n\n\n\n\n\n\",b,B,2,2\n2024-03-26,c,c,C,3,3\n",
            "2024-03-24,a,a,A,1.234,1\n2024-03-25,a,a,A,5.678,1",
            "2024-03-24,a,a,A,\"1,5\",1\n2024-03-25,a,a,A,2,1",
            "2024-03-24,a,a,A,\"1,234\",1\n2024-03-25,a,a,A,2.5,1",
            "01.02.2024,a,a,A,1,1\n02.03.2024,a,a,A,1,1",
            "01/02/2024,a,a,A,1,1\n25/03/2024,a,a,A,1,1\n",
            "",
        ]
    )
    func decidedLate(rows: String) throws {
        let text = CSVPiecesTests.header + "\n" + rows
        let whole = try CSVPiecesTests.reading(text, inPiecesOf: 1 << 20)
        for size in CSVPiecesTests.sizes {
            #expect(try CSVPiecesTests.reading(text, inPiecesOf: size) == whole, "pieces of \(size)")
        }
    }

    @Test("Coins keep their numbers over the pieces of a table") func coinNumbers() throws {
        let rows = (0..<5000).map { "2024-03-24T00:00:00Z,coin-\($0 % 999),c,C,\($0 + 1),1" }.joined(separator: "\n")
        let whole = try CSVPiecesTests.reading(CSVPiecesTests.header + "\n" + rows, inPiecesOf: 1 << 20)
        let pieces = try CSVPiecesTests.reading(CSVPiecesTests.header + "\n" + rows, inPiecesOf: 4096)
        #expect(whole.count == 5000)
        #expect(pieces == whole)
    }
}
