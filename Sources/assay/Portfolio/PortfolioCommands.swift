import ArgumentParser
import CoinModel
import CoinOperations
import CoinTables

/// What a person holds, and what came of it.
struct Portfolio: ParsableCommand {
    static let configuration = CommandConfiguration(
        "portfolio",
        subcommands: [
            Add.self, Set.self, Reverse.self, Import.self, Holdings.self, Value.self, Performance.self,
            Activity.self, Export.self,
        ]
    )
}

/// How a person or a file writes numbers and times.
struct NotationOptions: ParsableArguments {
    @Option(
        name: .customLong("decimal"),
        help: .value("mark", "What stands before the decimals of numbers: comma or point.")
    )
    var decimalMark: NumberAndDateStyle.DecimalMark?

    @Option(help: .value("format", "The order of dates, one of: \(NumberAndDateStyle.DateFormat.names)."))
    var dateFormat: NumberAndDateStyle.DateFormat?

    @Option(help: .value("zone", "The zone of times that name none: a name such as Europe/Berlin, or +01:00."))
    var timezone: String?

    var notation: NumberAndDateStyle {
        var notation = NumberAndDateStyle()
        (notation.decimal, notation.dateFormat, notation.timezone) = (decimalMark, dateFormat, timezone)
        return notation
    }
}

/// What an entry has beside what happened.
struct EntryOptions: ParsableArguments {
    @Option(help: .value("moment", "A date, or a moment with Z or +02:00, or neither with --timezone; now without it."))
    var time: String?

    @Flag(help: "Take an id that the store does not know.")
    var anyway = false

    @OptionGroup var notation: NotationOptions
    @OptionGroup var options: OwnOptions<PortfolioFile>

    /// Enters what stands in some columns of the ledger.
    func enter(_ texts: [String: String?]) throws {
        let texts = texts.merging(["time": time]) { $1 }
        try options.file().enter(texts, notation.notation, anyway: anyway, options.store.context)
    }
}

extension Portfolio {
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration("portfolio add")

        @Argument(
            help: .value("type", "buy, sell, receive, send, income or fee."),
            completion: .list(["buy", "sell", "receive", "send", "income", "fee"])
        )
        var type: String

        @Argument(help: .value("coin", "The coin's id, symbol or name."), completion: .coins)
        var coin: String

        @Argument(help: .value("amount", "How many coins."))
        var amount: String

        @Option(help: .value("money", "What one coin cost."))
        var price: String?

        @Option("code", "The currency of the price; usd without it.", .currencies)
        var currency: String?

        @Option(help: .value("money", "What it cost in addition to the price."))
        var fee: String?

        @Option("code", "What the fee was paid in: the price's currency, or the coin.", .currencies)
        var feeCurrency: String?

        @Option(help: "What to note about it.")
        var note = ""

        @OptionGroup var entry: EntryOptions

        mutating func run() throws {
            try entry.enter([
                "type": type, "coin": coin, "amount": amount, "price": price, "currency": currency, "fee": fee,
                "fee_currency": feeCurrency, "note": note,
            ])
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration("portfolio set")

        @Argument(help: .value("coin", "The coin's id, symbol or name."), completion: .coins)
        var coin: String

        @Argument(help: .value("amount", "How many coins."))
        var amount: String

        @OptionGroup var entry: EntryOptions

        mutating func run() throws { try entry.enter(["type": "set", "coin": coin, "amount": amount]) }
    }

    struct Reverse: ParsableCommand {
        static let configuration = CommandConfiguration("portfolio reverse")

        @Argument(
            help: .value("entry", "The number of the entry, or those of the first and last: 12-57."),
            transform: entryRange
        )
        var entries: ClosedRange<Int>

        @OptionGroup var options: OwnOptions<PortfolioFile>

        mutating func run() throws { try options.file().reverse(entries, options.store.context) }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration("portfolio import")

        @Argument(help: .value("file", "The table, as CSV or JSON."), completion: .file())
        var file: String?

        @Option(
            help: .value("name", "Whose export it is: \(ImportRequest.layouts.map(\.name).joined(separator: ", "))."),
            completion: .list(ImportRequest.layouts.map(\.name))
        )
        var from: String?

        @Option(
            help: .value("word=id", "Which coin a word of the file is, separated by commas: BTC=bitcoin,UNI=uniswap.")
        )
        var coin: String?

        @Option(
            help: .value(
                "where",
                "Where fees are, one of: \(ImportRequest.feeRules.joined(separator: ", ")); by the export without it."
            ),
            completion: .list(ImportRequest.feeRules)
        )
        var fees: String?

        @Option("number", "Reverse all entries of this import; they stay in the ledger.", whole(1...1_000_000_000))
        var undo: Int?

        @Option(help: .value("column=heading", "What columns are called in the file, separated by commas."))
        var map: String?

        @Option(help: .value("names", "Leave out rows of these types, separated by commas, as the file writes them."))
        var skip: String?

        @Flag(help: "Enter rows again whose entries were reversed.")
        var again = false

        @Flag(help: "Take ids that the store does not know.")
        var anyway = false

        @OptionGroup var notation: NotationOptions
        @OptionGroup var options: OwnOptions<PortfolioFile>

        func validate() throws {
            guard (file == nil) != (undo == nil) else {
                throw ValidationError("name a file to import, or an import to undo with --undo")
            }
            if let fees, !ImportRequest.feeRules.contains(fees) {
                throw ValidationError("--fees takes one of: \(ImportRequest.feeRules.joined(separator: ", "))")
            }
        }

        mutating func run() throws {
            let ledger = try options.file()
            if let undo { return try ledger.undo(import: undo, options.store.context) }
            var request = ImportRequest(path: file ?? "")
            request.layout = from
            request.fees = fees
            request.headings = try columnMapOption(map.map { [$0] } ?? [])?.headings ?? [:]
            request.coins = try coinsOfWords()
            (request.notation, request.anyway, request.again) = (notation.notation, anyway, again)
            request.skipped = (skip ?? "").split(separator: ",").map(String.init)
            try ledger.take(request, options.store.context)
        }

        /// Which coin a word is, each word once.
        private func coinsOfWords() throws -> [String: String] {
            var all: [String: String] = [:]
            for pair in (coin ?? "").split(separator: ",") {
                let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
                guard parts.count == 2 else { throw ValidationError("--coin takes word=id, separated by commas.") }
                if let other = all.updateValue(parts[1], forKey: parts[0]) {
                    let ids = "\(other) and \(parts[1])"
                    throw ValidationError("--coin says that \(parts[0]) is \(ids); name one of them.")
                }
            }
            return all
        }
    }
}

/// Reads the number of an entry, or those of the first and the last of some: `12-57`.
@Sendable
private func entryRange(_ text: String) throws -> ClosedRange<Int> {
    let numbers = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let ends = try numbers.map { try whole(1...1_000_000_000)(String($0)) }
    guard let first = ends.first, let last = ends.last, first <= last, last - first < 1_000_000 else {
        throw ValidationError("takes the number of an entry, or those of the first and the last, as 12-57")
    }
    return first...last
}
