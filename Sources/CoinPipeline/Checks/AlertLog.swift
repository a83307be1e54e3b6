internal import CoinModel
public import CoinOperations
internal import CoinTables
internal import Foundation

/// What the alert rules of a pipeline said of coins at its last run, beside a store: `STORE.alerts.json`; and the events of all
/// pipelines, a line of JSON each: `STORE.alerts.ndjson`.
///
/// An event happens when a rule becomes true of a coin, and not again before it was false. What is missing leaves things
/// as they were: a price that is not there today is neither above nor below. So does what is late (`LateCoins`). State and events of a run are first written
/// together; then the events join their file, then the user's command gets them. A run that is ended between is finished by
/// the next one, so that the file has each event once, and the command at least once, by its number.
struct AlertLog {
    private let store: StoreLocation
    /// Where the definition lies, from the store's folder on: pipelines know nothing of each other's rules.
    private let pipeline: String

    private struct State: Codable {
        var schema = 2
        /// The number of the last event of all.
        var count = 0
        var pipelines: [String: Pipeline] = [:]
    }

    private struct Pipeline: Codable {
        /// The newest moment that rules were held against.
        var asOf = ""
        /// What is known by rule and preset.
        var rules: [String: Known] = [:]
        /// Events that the file or the command has not got yet.
        var pending: [AlertEvent] = []
    }

    /// Of which coins a rule was true, and of which false, when it was last known, in order.
    private struct Known: Codable {
        var holds: [String] = []
        var fails: [String] = []
    }

    /// The book of a pipeline in a store.
    init(of store: StoreLocation, for definition: String) {
        let base = URL(fileURLWithPath: store.path).resolvingSymlinksInPath().deletingLastPathComponent().pathComponents
        let file = URL(fileURLWithPath: DefinitionFolder.place(ofFile: definition)).pathComponents
        let shared = zip(base, file).prefix { $0 == $1 }.count
        self.store = store
        pipeline = (base.dropFirst(shared).map { _ in ".." } + file.dropFirst(shared)).joined(separator: "/")
    }

    /// The events that the command has not got yet.
    ///
    /// - Throws: `OperationError` when the state is there and does not read: what it knew would be reported once more.
    func undelivered() throws -> [AlertEvent] { try read().pipelines[pipeline]?.pending ?? [] }

    /// Holds a ranking against rules, and writes down what happened.
    ///
    /// - Parameters:
    ///   - rules: the rules.
    ///   - scored: the ranking, with all columns that rules read.
    ///   - preset: what it ranks by; rules know of each what was.
    ///   - newest: the moment that a ranking of the store means where none is asked for.
    ///   - coins: the coins of a watchlist.
    /// - Returns: what happened, and what is to be delivered: the same behind what an earlier run could not deliver; nil where
    ///   rules were held against a later moment before, for what was so once is not what becomes so.
    /// - Throws: an error when a file cannot be read or written.
    func take(
        _ rules: [AlertRule],
        _ scored: ScoredRanking,
        preset: String,
        newest: AsOf,
        coins: (String) throws -> ChosenCoins
    ) throws -> (events: [AlertEvent], undelivered: [AlertEvent])? {
        try store.alone {
            var state = try read()
            var own = state.pipelines[pipeline] ?? Pipeline()
            if let last = AsOf(own.asOf), scored.asOf.limit < last.limit { return nil }
            var events = try rules.flatMap { rule in
                let key = "\(preset): \(rule.key)"
                return try AlertLog.events(of: rule, &own.rules[key], scored, rule.watchlist.map(coins))
            }
            for place in events.indices {
                state.count += 1
                events[place].number = state.count
            }
            // A look ahead of all figures must not silence the days that are to come.
            own.asOf = (scored.asOf.limit < newest.limit ? scored.asOf : newest).description
            own.pending += events
            state.pipelines[pipeline] = own
            try write(state)
            try LineLog<AlertEvent>(store.alertEvents).appendUnknown(own.pending)
            return (events, own.pending)
        }
    }

    /// Forgets what was delivered.
    func settle(_ delivered: [AlertEvent]) throws {
        guard !delivered.isEmpty else { return }
        let numbers = Set(delivered.map(\.number))
        try store.alone {
            var state = try read()
            state.pipelines[pipeline]?.pending.removeAll { numbers.contains($0.number) }
            try write(state)
        }
    }

    /// The events of one rule, and what is known of it from now on; nil before it was held against any ranking.
    private static func events(
        of rule: AlertRule,
        _ state: inout Known?,
        _ scored: ScoredRanking,
        _ coins: ChosenCoins?
    ) throws -> [AlertEvent] {
        let table = scored.table
        let isTrue = try Filter(parsing: rule.condition, columns: table.columns)
        let isFalse = try Filter(parsing: "not (\(rule.condition))", columns: table.columns)
        let places = ["coin_id", "symbol", "name"].map(table.place)
        var (holds, fails) = (Set(state?.holds ?? []), Set(state?.fails ?? []))
        var events: [AlertEvent] = []
        let late = LateCoins(table)
        for row in table.rows {
            guard let place = places[0], case .text(let coin) = row[place], coins?.contains(coin) ?? true else {
                continue
            }
            let readings = late.readings(of: row)
            guard !readings.isEmpty else { continue }
            if readings.allSatisfy(isFalse.selects) {
                holds.remove(coin)
                fails.insert(coin)
            } else if readings.allSatisfy(isTrue.selects), holds.insert(coin).inserted {
                let wasOtherwise = fails.remove(coin) != nil
                let counts =
                    switch rule.needs {
                    case .nothing: true
                    case .run: state != nil
                    case .coin: wasOtherwise
                    }
                guard counts else { continue }
                let pairs = isTrue.columns.compactMap { column in
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
                        values: Dictionary(firstOf: pairs)
                    )
                )
            }
        }
        state = Known(holds: holds.sorted(), fails: fails.sorted())
        return events
    }

    private func read() throws -> State {
        guard FileManager.default.fileExists(atPath: store.alertState) else { return State() }
        do {
            return try JSONDecoder().decode(State.self, from: Data(contents(ofFile: store.alertState)))
        } catch {
            let next = "cannot be read; remove it, and each alert that is true now is reported once more"
            throw OperationError(.failed, "bad-alert-state", place: store.alertState, next)
        }
    }

    private func write(_ state: State) throws {
        let bytes = try LineLog.encoded(state) + [10]
        try OutputFile(store.alertState, reading: .none).replace(with: bytes, tell: { _ in })
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
}

/// All events of the alerts of a store's pipelines, as a feed tells them.
///
/// - Throws: an error when their file is there and cannot be read; a line that is no event is reported and left out.
public func alertEntries(of store: StoreLocation, tell: DiagnosticSink) throws -> [FeedEntry] {
    let path = store.alertEvents
    return try LineLog<AlertEvent>(path).lines().enumerated().compactMap { place, line -> FeedEntry? in
        if let event = AlertEvent(line: line), let when = AsOf(event.asOf) {
            return FeedEntry(.alert, event.coin, at: when, event.cause)
        }
        tell(Diagnostic(.warning, "bad-alert", place: "\(path):\(place + 1)", "skipped: not an event of an alert"))
        return nil
    }
}
