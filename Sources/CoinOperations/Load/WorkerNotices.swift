internal import WorkerProtocol

/// Has what workers say of themselves, such as that they run without a part of their sandbox, told as a warning, once.
///
/// - Parameter tell: takes it, from whichever thread heard it.
public func takeWorkerNotices(_ tell: @escaping @Sendable (Diagnostic) -> Void) {
    WorkerNotice.report { tell(Diagnostic(.warning, $0.rawValue, $0.detail)) }
}
