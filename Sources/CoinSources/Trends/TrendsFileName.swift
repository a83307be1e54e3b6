internal import CoinModel

/// What the file names of search-interest exports say that the files themselves do not.
///
/// The page of 2025 names its files `time_series_PLACE_START_EXPORTED`, both moments on the exporter's own clock: how far that
/// is from UTC follows from the first row. Glimpse names its files `TERM-timeline_Glimpse_…`.
struct TrendsFileName {
    /// The place that was asked for; empty where the name has none.
    private(set) var region = ""
    /// The term of a Glimpse file; nil for others.
    private(set) var term: String?
    private var moments: (start: Instant, exported: Instant)?

    /// The farthest that a clock is from UTC.
    private static let farthest: Int64 = 14 * 3_600_000

    /// Reads a file's name without its ending, be it with ` (1)` behind it.
    init(_ stem: String) {
        if let end = stem.firstRange(of: "-timeline_Glimpse")?.lowerBound { term = String(stem[..<end]) }
        let name = stem.prefix { $0 != " " }
        guard let prefix = name.firstRange(of: "time_series_") else { return }
        let parts = name[prefix.upperBound...].split(separator: "_")
        guard parts.count > 2 else { return }
        let times = parts.suffix(2).compactMap { part -> Instant? in
            guard part.utf8.count == 13, let gap = part.firstIndex(of: "-") else { return nil }
            return ReadContext.time(named: "\(part[..<gap])T\(part[part.index(after: gap)...])00Z")?.limit
        }
        guard times.count == 2 else { return }
        region = parts.dropLast(2).joined(separator: "_")
        moments = (times[0], times[1])
    }

    /// When the file was exported, given when its first row begins; nil where its name does not say.
    func exported(first: Instant) -> Instant? {
        guard let moments else { return nil }
        let ahead = moments.start.milliseconds - first.milliseconds
        // A window may begin earlier than was asked for; then the clock is taken for UTC.
        let shift = abs(ahead) <= TrendsFileName.farthest ? ahead : 0
        return Instant(milliseconds: moments.exported.milliseconds - shift)
    }
}
