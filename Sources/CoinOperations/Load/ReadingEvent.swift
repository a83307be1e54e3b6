internal import CoinModel
internal import CoinSources
internal import CoinStore

/// What reading one input reports, in order: at most one `opened`, its items, and one `ended`.
enum ReadingEvent: Sendable {
    /// It is an input of a format, not loaded before.
    case opened(InputDescriptor)
    /// A piece of its content.
    case item(SourceItem)
    case ended(ReadOutcome)

    /// About how many rows are in it: what it takes in memory.
    var rows: Int {
        switch self {
        case .item(.observations(let block)): block.count
        case .item(.commits(let block)): block.commits.count
        case .item(.coins(let coins)): coins.count
        case .item(.ecosystem(let ecosystem)): ecosystem.repositories.count
        default: 1
        }
    }
}

/// How reading an input ended: as it should, as one that was loaded before, as one that is no
/// data, which says why, or as one that is refused.
enum ReadOutcome: Sendable {
    case whole(InputDescriptor)
    case known(InputDescriptor)
    case skipped(InputDescriptor, String)
    case refused(InputDescriptor, OperationError)
}

extension SourceError {
    /// Why an input is refused that had other bytes when its digest was made than when it was parsed.
    static let changedWhileRead = SourceError(
        "changed-input",
        detail: "changed while it was read; load it when no other program writes to it"
    )
}

extension ObservationBlock {
    /// Whether some row has a price, a capitalisation or a volume.
    var hasFigures: Bool {
        metrics.indices.contains { metrics[$0].isMarketFigure && values[$0].contains { !$0.isNaN } }
    }
}
