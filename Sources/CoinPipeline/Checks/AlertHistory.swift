internal import CoinModel
public import CoinOperations

/// All events of the alerts of a store's pipelines, as a feed tells them.
///
/// - Throws: an error when their file is there and cannot be read; a line that is no event is reported and left out.
public func alertEntries(of store: StoreLocation, tell: DiagnosticSink) throws -> [FeedEntry] {
    let path = store.alertEvents
    return try LineLog<AlertEvent>(path).lines().enumerated().compactMap { place, line -> FeedEntry? in
        if let event = AlertEvent(line: line), let when = AsOf(event.asOf) {
            return FeedEntry(.alert, event.coin, at: when, event.cause)
        }
        tell(Diagnostic(.warning, "bad-alert", place: "\(path):\(place + 1)", "is no event of an alert, and left out"))
        return nil
    }
}
