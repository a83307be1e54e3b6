public import CoinModel
internal import CoinStore
internal import RawInput

/// How a store is to be rebuilt.
public struct RebuildRequest: Sendable {
    /// The file to write; nil for the store's own place.
    public var output: String?
    /// Whether a file that is there may be replaced.
    public var isReplacing: Bool
    /// Whether inputs that are missing or changed may be left out.
    public var allowsMissing: Bool

    /// The last day of which facts are taken, for a store of its own; nil for all.
    public var until: Day?

    /// A request.
    public init(output: String? = nil, isReplacing: Bool = false, allowsMissing: Bool = false, until: Day? = nil) {
        (self.output, self.isReplacing) = (output, isReplacing)
        (self.allowsMissing, self.until) = (allowsMissing, until)
    }
}

/// Rebuilds a store from the inputs that its ledger names, each verified by its digest, load by load at the moments and
/// with its options.
///
/// The new store takes the old one's place when it holds the same content, and when the old one is damaged, which is then
/// renamed to `FILE.damaged`; else it stays beside as `FILE.rebuilt`. Stored rankings follow from the content: they are
/// taken over where that is the same, and else have to be computed again.
///
/// - Parameters:
///   - location: the store.
///   - request: how.
///   - report: takes diagnostics as they arise.
///   - progress: takes the number of inputs done and of all, first while they are verified, then while they load.
/// - Returns: success; partial when inputs were left out; checks failed when the content differs.
/// - Throws: `OperationError` when inputs are missing or changed, or a store cannot be read or written.
public func rebuildStore(
    _ location: StoreLocation,
    _ request: RebuildRequest,
    report: @escaping DiagnosticSink,
    progress: (Int, Int) -> Void = { _, _ in }
) throws -> ExitStatus {
    let rebuild = StoreRebuild(location: location, request: request, report: report)
    guard request.output == nil else { return try rebuild.run(progress) }
    // A writer that waits meanwhile sees that the file was replaced.
    return try location.open(.existing, isTolerant: true).withoutWriters { try rebuild.run(progress) }
}

private struct StoreRebuild {
    let location: StoreLocation
    let request: RebuildRequest
    let report: DiagnosticSink

    /// What a damaged store is renamed to.
    private var damaged: String { location.path + ".damaged" }
    /// Where a new store lies that may not take the old one's place.
    private var beside: String { location.path + ".rebuilt" }

    func run(_ progress: (Int, Int) -> Void) throws -> ExitStatus {
        try refuseToMake()
        let store = try location.open(.read, isTolerant: true)
        let findings = try store.check()
        let isDamaged = !findings.isEmpty
        let ledger = try ledger(of: store, findings)
        let old = isDamaged ? nil : try store.reading { try $0.contentDigest() }
        let plan = try RebuildPlan(ledger, spellings: isDamaged ? [:] : store.spellings(), progress: progress)
        try refuseAbsence(plan)
        let draft = try StoreDraft(for: request.output ?? location.path, copying: location.path)
        try draft.makeStore()
        let new = try fill(draft.path, plan, progress)
        let isSame = old == new && request.until == nil
        let takesPlace = plan.absent.isEmpty && (isSame || isDamaged)
        if isSame { try Store(path: draft.path, mode: .existing).copyRankings(from: location.path) }
        let place = request.output ?? (takesPlace ? location.path : beside)
        try draft.put(
            at: takesPlace || request.output != nil ? draft.target : beside,
            keepingOldAs: request.output == nil && takesPlace && isDamaged ? damaged : nil,
            replacing: request.isReplacing
        )
        let parts = "\(counted(plan.inputCount, "input")) in \(counted(plan.loads.count, "load"))"
        let made = "is rebuilt from \(parts), content digest \(new)"
        let rest = isSame ? ", the same as before" : "; compute stored rankings again with `assay score`"
        report(Diagnostic(.note, "rebuilt", place: place, made + rest))
        guard plan.absent.isEmpty else {
            let left = "is without \(counted(plan.absent.count, "input")), named above"
            report(Diagnostic(.warning, "skipped", place: place, left))
            return .partial
        }
        if let until = request.until {
            report(Diagnostic(.note, "cut", place: place, "contains what was observed up to \(until)"))
            return .success
        }
        if isDamaged {
            let fate = request.output == nil ? "is now \(damaged)" : "stays where it is"
            let detail = "was damaged, so its content could not be compared; it \(fate)"
            report(Diagnostic(.warning, "not-compared", place: location.path, detail))
        } else if !isSame {
            let detail = "has content digest \(old ?? ""), which its inputs do not give; both stores stay"
            report(Diagnostic(.error, "content-differs", place: location.path, detail))
            return .checksFailed
        }
        return .success
    }

    /// Without the ledger it is unknown what to load.
    private func ledger(of store: Store, _ findings: [Finding]) throws -> [LedgerEntry] {
        do {
            if let page = findings.first(where: { $0.part == "load" }) {
                throw StoreError(.damaged, at: location.path, "\(page.place) of the ledger \(page.detail)")
            }
            // Why an input was refused changes nothing of what is loaded.
            let hasReasons = !findings.contains { ["reject", "reject_by_input"].contains($0.part) }
            return try store.ledger(withReasons: hasReasons)
        } catch let error as StoreError where error.reason == .damaged {
            let next = "take a backup, or load the files into a new store"
            let detail = "\(error.detail); without its ledger it is unknown what to load: \(next)"
            throw StoreError(.damaged, at: location.path, detail)
        }
    }

    /// Refuses what may have to be written where that is not a file, is read, or exists and is not to be replaced.
    private func refuseToMake() throws {
        // A rebuild that was killed may have given the damaged store its second name already.
        let isNamed = Store.isSameFile(damaged, location.path)
        for file in request.output.map({ [$0] }) ?? (isNamed ? [beside] : [damaged, beside]) {
            let next = "move it away or add --replace"
            try OutputFile.refuse(
                asStore: file,
                replacing: request.isReplacing ? .anything : .nothing(next: next),
                reading: location.reserved
            )
            try Store.refuseJournal(beside: file)
        }
    }

    /// Names the inputs that are missing or changed; fails unless they may be left out.
    private func refuseAbsence(_ plan: RebuildPlan) throws {
        for absence in plan.absent {
            let level: Diagnostic.Level = request.allowsMissing ? .warning : .error
            report(Diagnostic(level, absence.identifier, place: absence.place, absence.message))
        }
        guard plan.absent.isEmpty || request.allowsMissing else {
            let next = "put them back (paths count from this folder) or leave them out with --allow-missing"
            let detail = "is not rebuilt without \(plan.absent.count) of its inputs; \(next)"
            throw OperationError(.failed, "missing-inputs", place: location.path, detail)
        }
        guard plan.inputCount > 0 else {
            throw OperationError(.nothingSelected, "no-inputs", place: location.path, "names no input to load again")
        }
    }

    /// Loads all that the plan has into a new file; returns its content digest.
    private func fill(_ path: String, _ plan: RebuildPlan, _ progress: (Int, Int) -> Void) throws -> String {
        var done = 0
        do {
            let store = try Store(path: path, mode: .existing)
            for load in plan.loads {
                try load.run(into: store, until: request.until, report: report) {
                    done += 1
                    progress(done, plan.inputCount)
                }
            }
            let findings = try store.check()
            if let first = findings.first { throw StoreError(.damaged, at: path, first.detail) }
            return try store.reading { try $0.contentDigest() }
        } catch let error as StoreError where error.reason == .disk {
            let next = "free up to \(2 * Store.size(of: location.path)) bytes in its folder, and run the command again"
            let detail = "was not rebuilt, for the disk is full or failed, and what was there is as it was; \(next)"
            throw StoreError(.disk, at: request.output ?? location.path, detail)
        }
    }
}
