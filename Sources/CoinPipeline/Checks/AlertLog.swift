internal import CoinModel
public import CoinOperations
internal import CoinTables
internal import Foundation

/// What the alert rules of a pipeline said of coins at its last run and which news it reported, beside a store:
/// `STORE.alerts.json`; and the events of all pipelines, alerts and news, a line of JSON each: `STORE.alerts.ndjson`.
///
/// An event happens when a rule becomes true of a coin, and not again before it was false. What is missing leaves things
/// as they were: a price that is not there today is neither above nor below. So does what is late (`LateCoins`), and so does a coin
/// whose units seem to have been exchanged: it raises no alert until somebody decides, or 28 days are over. State and events of a run are first written
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
        var pending: [RunEvent] = []
        /// The keys of news that were reported, each with the last day on which it was so; absent before any.
        var news: [String: String]?
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
    func undelivered() throws -> [RunEvent] { try read().pipelines[pipeline]?.pending.filter(\.isAlert) ?? [] }

    /// The news as of a day, whichever pipeline reported them, each once.
    func news(of day: Day) throws -> [RunEvent] {
        var seen: Set<FeedEntry> = []
        return try LineLog<RunEvent>(store.alertEvents).lines().compactMap { RunEvent(line: $0) }.filter { event in
            guard event.kind != nil, let entry = event.entry, entry.asOf.limit.day == day else { return false }
            return seen.insert(entry).inserted
        }
    }

    /// For so many days news that are so no more are not reported again: a coin that leaves and returns each day left once.
    private static let memoryDays = 28

    /// Writes down which of all news as of a ranking were not reported before, and returns them; some rules make alerts of them.
    ///
    /// - Throws: an error when a file cannot be read or written.
    func take(
        news items: [NewsItem],
        _ rules: [AlertRule],
        asOf: AsOf,
        coins: (String) throws -> ChosenCoins
    ) throws -> [RunEvent] {
        let taken = try change { own in
            let known = own.news ?? [:]
            let day = asOf.limit.day
            var news = known.filter { key, last in
                // A source that fails again, or a list that is short again, is a new event.
                let isLasting = [FeedEntry.Kind.failed, .list].allSatisfy { !key.hasPrefix("\($0.rawValue) ") }
                return isLasting && Day(last).map { $0.distance(to: day) <= AlertLog.memoryDays } ?? false
            }
            let new = items.filter { known[$0.keys[0]] == nil }
            for key in items.flatMap(\.keys) { news[key] = day.description }
            guard !new.isEmpty || news != known else { return nil }
            let watched = try rules.filter { !$0.news.isEmpty }.map { ($0, try $0.watchlist.map(coins)) }
            own.news = news
            return new.map { item in
                let rule = watched.first { rule, chosen in
                    rule.news.contains(item.entry.kind) && chosen?.contains(item.entry.coin) ?? true
                }
                return RunEvent(item, by: rule?.0)
            }
        }
        return taken?.events ?? []
    }

    /// Holds a ranking against rules, and writes down what happened.
    ///
    /// - Parameters:
    ///   - rules: the rules, which know of each preset what was.
    ///   - scored: the ranking, with all columns that rules read.
    ///   - preset: what it ranks by.
    ///   - newest: the moment that a ranking of the store means where none is asked for.
    ///   - coins: the coins of a watchlist.
    ///   - exchanged: the coins whose exchange of units is decided.
    /// - Returns: what happened, and what is to be delivered: the same behind what an earlier run could not deliver; nil where
    ///   rules were held against a later moment before, for what was so once is not what becomes so.
    /// - Throws: an error when a file cannot be read or written.
    func take(
        _ rules: [AlertRule],
        _ scored: ScoredRanking,
        preset: String,
        newest: AsOf,
        coins: (String) throws -> ChosenCoins,
        exchanged: () throws -> Set<String>
    ) throws -> (events: [RunEvent], undelivered: [RunEvent])? {
        try change { own in
            if let last = AsOf(own.asOf), scored.asOf.limit < last.limit { return nil }
            let doubtful = AlertLog.exchanges(own.news ?? [:], on: scored.asOf.limit.day)
            let decided = try doubtful.isEmpty ? [] : exchanged().intersection(doubtful.keys)
            var events = try rules.filter(\.news.isEmpty).flatMap { rule in
                let key = "\(preset): \(rule.key)"
                let doubted = Set(doubtful.keys).subtracting(decided)
                return try AlertLog.events(of: rule, &own.rules[key], scored, rule.watchlist.map(coins), doubted)
            }
            // What became true while units were in doubt is how things are, and no event.
            events.removeAll { $0.coin.map(decided.contains) ?? false }
            for coin in decided { own.news?[doubtful[coin] ?? ""] = nil }
            // A look ahead of all figures must not suppress the days that are to come.
            own.asOf = (scored.asOf.limit < newest.limit ? scored.asOf : newest).description
            return events
        }
    }

    /// Changes what is known of the pipeline, and writes down and numbers what happened; nil where nothing is changed.
    private func change(
        _ change: (inout Pipeline) throws -> [RunEvent]?
    ) throws -> (events: [RunEvent], undelivered: [RunEvent])? {
        try store.alone {
            var state = try read()
            var own = state.pipelines[pipeline] ?? Pipeline()
            guard var events = try change(&own) else { return nil }
            for place in events.indices {
                state.count += 1
                events[place].number = state.count
            }
            own.pending += events
            state.pipelines[pipeline] = own
            try write(state)
            try LineLog<RunEvent>(store.alertEvents).appendUnknown(own.pending)
            return (events, own.pending)
        }
    }

    /// Forgets what was delivered.
    func settle(_ delivered: [RunEvent]) throws {
        guard !delivered.isEmpty else { return }
        let numbers = Set(delivered.map(\.number))
        try store.alone {
            var state = try read()
            state.pipelines[pipeline]?.pending.removeAll { numbers.contains($0.number) }
            try write(state)
        }
    }

    /// The coins whose units seem to have been exchanged in the 28 days up to a day, each with the key of that news.
    private static func exchanges(_ news: [String: String], on day: Day) -> [String: String] {
        let recent = news.filter { key, last in
            let isExchange = key.hasPrefix("\(FeedEntry.Kind.redenominated.rawValue) ")
            return isExchange && Day(last).map { $0.distance(to: day) <= memoryDays } ?? false
        }
        return Dictionary(recent.map { (String($0.key.split(separator: " ").last ?? ""), $0.key) }) { $1 }
    }

    /// The events of one rule, and what is known of it from now on; nil before it was held against any ranking.
    private static func events(
        of rule: AlertRule,
        _ state: inout Known?,
        _ scored: ScoredRanking,
        _ coins: ChosenCoins?,
        _ doubted: Set<String>
    ) throws -> [RunEvent] {
        let table = scored.table
        let truth = try ConditionTruth(rule.condition, of: table)
        let places = ["coin_id", "symbol", "name"].map(table.place)
        var (holds, fails) = (Set(state?.holds ?? []), Set(state?.fails ?? []))
        var events: [RunEvent] = []
        for row in table.rows {
            guard let place = places[0], case .text(let coin) = row[place], coins?.contains(coin) ?? true,
                !doubted.contains(coin)
            else { continue }
            let value = truth.value(of: row)
            if value == false {
                holds.remove(coin)
                fails.insert(coin)
            } else if value == true, holds.insert(coin).inserted {
                let wasOtherwise = fails.remove(coin) != nil
                let counts =
                    switch rule.needs {
                    case .nothing: true
                    case .run: state != nil
                    case .coin: wasOtherwise
                    }
                guard counts else { continue }
                let pairs = truth.columns.compactMap { column in
                    AlertValue(row[column]).map { (table.columns[column].name, $0) }
                }
                let texts = places.dropFirst().map { $0.flatMap { AlertValue(row[$0])?.text } }
                events.append(
                    RunEvent(
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
        try OutputFile(store.alertState, reading: .none).replace(with: bytes, report: { _ in })
    }
}

extension RunEvent {
    /// Reads a line back; nil when it is not an event.
    init?(line: some Sequence<UInt8>) {
        do {
            self = try JSONDecoder().decode(RunEvent.self, from: Data(line))
        } catch {
            return nil
        }
        if kind == nil, rule == nil || coin == nil { return nil }
    }
}

/// All events of a store's pipelines in their order, as a feed has them; what two pipelines report alike is one.
///
/// Alerts are a person's own, news of sources are not.
///
/// - Throws: an error when their file is there and cannot be read; a line that is not an event is reported and left out.
public func eventEntries(of store: StoreLocation, withAlerts: Bool, report: DiagnosticSink) throws -> [FeedEntry] {
    let path = store.alertEvents
    var seen: Set<FeedEntry> = []
    return try LineLog<RunEvent>(path).lines().enumerated().compactMap { place, line -> FeedEntry? in
        if let event = RunEvent(line: line), let entry = event.entry {
            guard withAlerts || event.kind != nil else { return nil }
            return event.kind == nil || seen.insert(entry).inserted ? entry : nil
        }
        report(Diagnostic(.warning, "bad-alert", place: "\(path):\(place + 1)", "skipped: not an event of a run"))
        return nil
    }
}
