import CoinModel
import CoinTables

@testable import CoinReports

/// Tables that the tests write.
enum SampleTables {
    static let noRepository = MissingReason.noRepository

    /// Two plain coins and one that hurts, with every kind of cell and display.
    static let small = Table(
        title: "Coins <today>",
        columns: [
            Column("rank", "Rank", .integer, meaning: "Place by score."),
            Column("coin_id", "Coin", .text, meaning: "Key of the coin."),
            Column("price_usd", "Price", .number, unit: "USD", display: .money, meaning: "Newest price."),
            Column("dev12", "Dev 12", .number, display: .fixed(1), meaning: "Mean of 12 weeks."),
            Column("change", "Change", .number, unit: "%", display: .signed(1), meaning: "12 against 52 weeks."),
            Column("note", "Note", .text, meaning: "A remark."),
        ],
        rows: [
            [.integer(1), .text("bitcoin"), .number(67_234.5), .number(12), .number(12.34), .text("a|b, \"c\"")],
            [.integer(2), .text("日本"), .number(1e-7), .missing(noRepository), .number(-0.5), .text("")],
            [.integer(4), .text("=1+1"), .number(-2.5), .number(0.05), .number(-0.04), .missing(noRepository)],
        ],
        notes: ["As of 2024-03-25.", "One coin has <no> repository."],
        traces: [
            Table.Trace("commits", title: "Commits", unit: "commits", series: [[0, 10, .nan, 5], [.nan], [-1, 1]])
        ]
    )

    /// A table of these texts beside their number.
    static func texts(_ texts: [String]) -> Table {
        Table(
            title: texts.joined(),
            columns: [
                Column("number", "Number", .integer, meaning: "Its number."),
                Column("text", "Text", .text, meaning: texts.joined(separator: " ")),
            ],
            rows: texts.enumerated().map { [.integer($0), .text($1)] },
            notes: texts
        )
    }

    /// A table of one column of numbers.
    static func numbers(_ numbers: [Double]) -> Table {
        Table(
            title: "Numbers",
            columns: [Column("value", "Value", .number, meaning: "A number.")],
            rows: numbers.map { [.number($0)] }
        )
    }
}

extension Table {
    /// The table in a format, as one text.
    func rendered(as format: ReportFormat, style: ReportStyle = ReportStyle()) throws -> String {
        String(decoding: try bytes(as: format, style: style), as: UTF8.self)
    }
}
