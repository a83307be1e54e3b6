/// What `assay` asks of its git worker: the commits of one repository's default branch.
public struct HistoryRequest: Hashable, Sendable {
    /// The repository: a git directory, or a folder with one.
    public var path: String
    /// How much is told of each commit.
    public var detail: Detail
    /// When the repository was taken from its origin, in seconds since 1970: commits dated more than a day later are
    /// not believed.
    public var observedAt: Int64
    /// The commit to read from, 40 hexadecimal digits; empty for the newest one of the default branch.
    public var tip = ""
    /// What is known already, with `.authored`: where the branch goes on from there, only what is new is told.
    public var known: KnownHistory?
    /// What the worker may use.
    public var limits: WorkerLimits

    /// How much is told of each commit.
    public enum Detail: Hashable, Sendable {
        /// No commit: only the tip and the origin.
        case tip
        /// Committer times and merges, without landing times; of history that is certainly older than `seconds` before
        /// the newest commit nothing need be told.
        case committed(within: Int64?)
        /// Landing and committer times and merges.
        case landed
        /// Everything: ids, all three times, developers, merges and bots.
        case authored
    }

    /// A request.
    public init(path: String, detail: Detail, observedAt: Int64, limits: WorkerLimits = WorkerLimits()) {
        self.path = path
        self.detail = detail
        self.observedAt = observedAt
        self.limits = limits
    }
}

extension HistoryRequest {
    func encode(into bytes: inout WireWriter) {
        bytes.put(observedAt)
        switch detail {
        case .committed(let span):
            bytes.put(UInt8(0))
            bytes.put(span ?? -1)
        case .landed: bytes.put(UInt8(1))
        case .authored: bytes.put(UInt8(2))
        case .tip: bytes.put(UInt8(3))
        }
        bytes.put(Array(tip.utf8))
        bytes.put(UInt8(known == nil ? 0 : 1))
        known?.encode(into: &bytes)
        limits.encode(into: &bytes)
        bytes.put(Array(path.utf8))
    }

    init(decoding bytes: inout WireReader) throws(WorkerFault) {
        observedAt = try bytes.number()
        switch try bytes.byte() {
        case 0:
            let span: Int64 = try bytes.number()
            detail = .committed(within: span < 0 ? nil : span)
        case 1: detail = .landed
        case 2: detail = .authored
        case 3: detail = .tip
        default: throw WireReader.broken
        }
        tip = String(decoding: try bytes.text(), as: UTF8.self)
        known = try bytes.byte() == 1 ? KnownHistory(decoding: &bytes) : nil
        limits = try WorkerLimits(decoding: &bytes)
        path = String(decoding: try bytes.text(), as: UTF8.self)
    }
}
