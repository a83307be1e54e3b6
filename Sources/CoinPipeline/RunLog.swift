internal import CoinOperations

/// What a run has to say: told as it arises, and kept for the record, also of a step that fails.
final class RunLog {
    private(set) var messages: [RunRecord.Message] = []
    private let tell: DiagnosticSink

    init(tell: @escaping DiagnosticSink) {
        self.tell = tell
    }

    /// Tells a diagnostic and keeps it.
    func note(_ diagnostic: Diagnostic) {
        tell(diagnostic)
        keep(diagnostic)
    }

    /// Does what is no reason to fail when it cannot be done.
    func attempt(_ step: () throws -> Void) {
        do {
            try step()
        } catch {
            note(OperationError(error).diagnostic)
        }
    }

    /// Keeps a diagnostic that somebody else tells.
    func keep(_ diagnostic: Diagnostic) {
        messages.append(
            RunRecord.Message(
                level: diagnostic.level.rawValue,
                id: diagnostic.identifier,
                place: diagnostic.place,
                message: diagnostic.message
            )
        )
    }
}
