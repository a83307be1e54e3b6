internal import CoinModel
internal import CoinOperations

extension PipelineRun {
    /// Reports what is new of sources and their lists, each once: as messages, in the record, and in the file of events.
    ///
    /// Compared with the last run of the same definition that got as far as a ranking. A run as of an earlier moment than that one
    /// reports nothing: what was so once is not news.
    ///
    /// - Throws: an error when the store or a file cannot be read or written.
    mutating func reportNews() throws {
        guard definition.alerts.isEmpty || selection.takes(.alert) else { return }
        let asOf = try moment(of: definition.request, in: store)
        let history = RunHistory(of: store)
        if definition.request.asOf != nil {
            var unasked = definition.request
            unasked.asOf = nil
            // A look ahead of all figures must not suppress the days that are to come.
            let newest = try moment(of: unasked, in: store)
            let later = try history.newest(like: record) { $0.limit > asOf.limit && $0.limit <= newest.limit }
            guard later == nil else { return }
        }
        let since = try history.newest(like: record, upTo: asOf).flatMap { AsOf($0.asOf) }
        var request = definition.request
        request.asOf = asOf
        let market = try marketNews(request, since: since, listings: definition.newListings, in: store)
        let failed = failures.map { failure in
            var entry = FeedEntry(.failed, "", at: .instant(fetching.now), asOf: asOf, failure.what)
            entry.source = failure.source
            return NewsItem(entry)
        }
        let log = AlertLog(of: store, for: path)
        let events = try log.take(news: failed + market, definition.alerts, asOf: asOf, coins: chosenCoins)
        record.events = (record.events ?? []) + events
        for note in PipelineRun.notes(of: events) { self.log.note(note) }
        newsAlerts = events.filter(\.isAlert)
        if definition.alerts.isEmpty { try log.settle(events) }
    }

    /// The news of the day of a ranking, a line each, as its page has them; of very many of one kind and source one line for all.
    func newsLines(of asOf: AsOf) throws -> [String] {
        let events = try AlertLog(of: store, for: path).news(of: asOf.limit.day)
        return PipelineRun.notes(of: events).map { "New: \($0.place.isEmpty ? "" : $0.place + ": ")\($0.message)." }
    }

    /// A message for each event, of very many of one kind and source one for all.
    static func notes(of events: [RunEvent], most: Int = 5) -> [Diagnostic] {
        let groups = Dictionary(grouping: events) { [$0.kind?.rawValue ?? "", $0.source ?? ""] }
        var seen: Set<[String]> = []
        return events.flatMap { event -> [Diagnostic] in
            let kind = event.kind ?? .alert
            let key = [kind.rawValue, event.source ?? ""]
            let group = groups[key] ?? []
            guard group.count > most else {
                return [Diagnostic(.note, "news-\(kind)", place: event.coin ?? "", event.sentence)]
            }
            guard seen.insert(key).inserted else { return [] }
            let names = group.map { $0.name ?? $0.coin ?? "" }
            let text = "\(counted(group.count, "coin")) \(phrase(kind)): \(listed(names)); `assay feed` lists all"
            return [Diagnostic(.note, "news-\(kind)", place: event.source ?? "", text)]
        }
    }

    private static func phrase(_ kind: FeedEntry.Kind) -> String {
        switch kind {
        case .listed: "new"
        case .left: "no more in its list"
        case .redenominated: "seem to have other units"
        case .migrated: "seem to have become others"
        default: kind.rawValue
        }
    }
}
