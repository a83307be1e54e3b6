internal import WorkerProtocol

/// Reports what workers say of themselves, such as that a part of their sandbox is missing, once, from any thread.
public func takeWorkerNotices(_ tell: @escaping @Sendable (Diagnostic) -> Void) {
    WorkerNotice.report { tell(Diagnostic(.warning, $0.rawValue, $0.detail)) }
}
