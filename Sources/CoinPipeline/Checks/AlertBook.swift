internal import CoinModel
internal import CoinOperations
internal import CoinTables
internal import Foundation

/// What alert rules said of coins at the last run, beside a store: `STORE.alerts.json`; and all events, a line of JSON
/// each: `STORE.alerts.ndjson`.
///
/// An event happens when a rule becomes true of a coin, and not again before it was false. What is missing leaves things
/// as they were: a price that is not there today is neither above nor below. State and events of a run are first written
/// together; then the events join their file, then the user's command gets them. A run that is ended between is finished by
/// the next one, so that the file has each event once, and the command at least once.
struct AlertBook {
    private let statePath: String
    private let eventsPath: String
    private var state: State

    private struct State: Codable {
        var schema = 1
        /// What is known by rule and preset.
        var rules: [String: Known] = [:]
        /// Events that the file or the command has not got yet.
        var pending: [AlertEvent] = []
    }

    /// Of which coins a rule was true, and of which false, when it was last known.
    private struct Known: Codable {
        var holds: Set<String> = []
        var fails: Set<String> = []

        private enum CodingKeys: CodingKey {
            case holds, fails
        }

        /// A set has no order of its own, and the same state is the same bytes.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(holds.sorted(), forKey: .holds)
            try container.encode(fails.sorted(), forKey: .fails)
        }
    }

    /// Where the events of a store are.
    static func eventsPath(of store: StoreLocation) -> String { store.path + ".alerts.ndjson" }

    /// The book of a store.
    ///
    /// - Throws: `OperationError` when it is there and does not read: what it knew would be reported once more.
    init(of store: StoreLocation) throws {
        (statePath, eventsPath) = (store.path + ".alerts.json", AlertBook.eventsPath(of: store))
        guard FileManager.default.fileExists(atPath: statePath) else {
            state = State()
            return
        }
        do {
            state = try JSONDecoder().decode(State.self, from: Data(contents(ofFile: statePath)))
        } catch {
            let next = "cannot be read; remove it, and each alert that holds now is reported once more"
            throw OperationError(.failed, "bad-alert-state", place: statePath, next)
        }
    }

    /// Holds a ranking against rules, and writes down what happened.
    ///
    /// - Parameters:
    ///   - rules: the rules.
    ///   - scored: the ranking, with all columns that rules read.
    ///   - preset: what it ranks by; rules know of each what was.
    ///   - coins: the coins of a watchlist.
    /// - Returns: what happened, and what is to be delivered: the same behind what an earlier run could not deliver.
    /// - Throws: an error when a file cannot be written.
    mutating func take(
        _ rules: [AlertRule],
        _ scored: ScoredRanking,
        preset: String,
        coins: (String) throws -> ChosenCoins
    ) throws -> (events: [AlertEvent], undelivered: [AlertEvent]) {
        let events = try rules.flatMap { try take($0, scored, preset, $0.watchlist.map(coins)) }
        state.pending += events
        try write()
        try append(state.pending)
        return (events, state.pending)
    }

    /// Forgets what was delivered.
    mutating func settle() throws {
        guard !state.pending.isEmpty else { return }
        state.pending = []
        try write()
    }

    private mutating func take(
        _ rule: AlertRule,
        _ scored: ScoredRanking,
        _ preset: String,
        _ coins: ChosenCoins?
    ) throws -> [AlertEvent] {
        let table = scored.table
        let holds = try Filter(parsing: rule.condition, columns: table.columns)
        let fails = try Filter(parsing: "not (\(rule.condition))", columns: table.columns)
        let places = ["coin_id", "symbol", "name"].map { name in table.columns.firstIndex { $0.name == name } }
        let key = "\(preset): \(rule.key)"
        let before = state.rules[key]
        var known = before ?? Known()
        var events: [AlertEvent] = []
        for row in table.rows {
            guard let place = places[0], case .text(let coin) = row[place], coins?.contains(coin) ?? true else {
                continue
            }
            if fails.selects(row) {
                known.holds.remove(coin)
                known.fails.insert(coin)
            } else if holds.selects(row), !known.holds.contains(coin) {
                let wasOtherwise = known.fails.remove(coin) != nil
                known.holds.insert(coin)
                let counts =
                    switch rule.needs {
                    case .nothing: true
                    case .run: before != nil
                    case .coin: wasOtherwise
                    }
                guard counts else { continue }
                let pairs = holds.columns.compactMap { column in
                    AlertValue(row[column]).map { (table.columns[column].name, $0) }
                }
                let texts = places.dropFirst().map { $0.flatMap { AlertValue(row[$0])?.text } }
                events.append(
                    AlertEvent(
                        rule: rule.name,
                        coin: coin,
                        symbol: texts[0],
                        name: texts[1],
                        asOf: scored.asOf.description,
                        values: Dictionary(uniqueKeysWithValues: pairs)
                    )
                )
            }
        }
        state.rules[key] = known
        return events
    }

    private func write() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try OutputFile(statePath, reading: []).replace(with: Array(try encoder.encode(state)) + [10], tell: { _ in })
    }

    /// Puts events behind those of their file that has none of them yet.
    private func append(_ events: [AlertEvent]) throws {
        guard !events.isEmpty else { return }
        let file = LineFile(path: eventsPath)
        let lines = Set(try file.lines())
        try file.append(events.map { try $0.line() }.filter { !lines.contains($0[...]) })
    }
}

extension AlertEvent {
    /// Reads a line back; nil when it is no event.
    init?(line: some Sequence<UInt8>) {
        do {
            self = try JSONDecoder().decode(AlertEvent.self, from: Data(line))
        } catch {
            return nil
        }
    }

    /// The event as a line of JSON without its end.
    func line() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }
}
