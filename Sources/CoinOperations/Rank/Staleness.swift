public import CoinModel

/// Why the newest figures of a store are older than a limit in days; nil where they are not, or there is no limit.
///
/// A request that names its moment is never stale: it is as old as it was meant to be.
///
/// - Throws: `OperationError` when the store holds no observation.
public func staleness(
    of request: RankRequest,
    beyond days: Int?,
    at now: Instant,
    in location: StoreLocation
) throws -> OperationError? {
    guard let days, request.asOf == nil else { return nil }
    return try location.panel(for: request) { panel in
        let newest = try panel.asOf(request)
        let age = (now.milliseconds - newest.limit.milliseconds) / 86_400_000
        guard age > days else { return nil }
        let what = "its newest figures, of \(newest), are \(age) days old, and at most \(days) are allowed"
        return OperationError(.stale, "stale", place: location.path, "\(what); load newer ones")
    }
}
