internal import CoinOperations

/// The diagnostics of a run: reported as they arise, and collected for the record, also of a step that fails.
final class RunLog {
    private(set) var messages: [RunRecord.Message] = []
    private let tell: DiagnosticSink

    init(tell: @escaping DiagnosticSink) {
        self.tell = tell
    }

    /// An empty one that reports to the same; with what it is about in front of each place.
    func part(about subject: String? = nil) -> RunLog {
        guard let subject else { return RunLog(tell: tell) }
        return RunLog { [tell] diagnostic in
            // Of many weeks many may have no rank: their own status says so.
            guard diagnostic.identifier != "nothing-ranked" else { return }
            let place = "\(subject): \(diagnostic.place)"
            tell(Diagnostic(diagnostic.level, diagnostic.identifier, place: place, diagnostic.message))
        }
    }

    /// Reports a diagnostic and collects it.
    func note(_ diagnostic: Diagnostic) {
        tell(diagnostic)
        add(diagnostic)
    }

    /// Does what is no reason to fail when it cannot be done.
    func attempt(_ step: () throws -> Void) {
        do {
            try step()
        } catch {
            note(OperationError(error).diagnostic)
        }
    }

    /// Collects a diagnostic that somebody else reports.
    func add(_ diagnostic: Diagnostic) { messages.append(RunRecord.Message(diagnostic)) }
}
