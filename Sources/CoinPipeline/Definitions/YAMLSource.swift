internal import CoinOperations
internal import YAMLGuard

/// A file that is read as YAML: its path, and what its errors are called by.
struct YAMLSource {
    /// What it holds, as `definition`.
    let kind: String
    /// The file.
    let path: String

    /// An error about the whole of it.
    func error(_ name: String, _ message: String) -> OperationError {
        OperationError(.usage, "\(kind)-\(name)", place: path, message)
    }

    /// What may not stand in it, as an error.
    func error(_ fault: YAMLFault) -> OperationError {
        let place = fault.place.map { ":\($0.line):\($0.column)" } ?? ""
        return OperationError(.usage, "\(kind)-\(fault.reason)", place: path + place, fault.message)
    }
}
