internal import CoinStore

/// Copies a store to another file while it is in use.
///
/// - Throws: `OperationError` when the target exists or cannot be written, or the store is damaged.
public func backUpStore(_ location: StoreLocation, to target: String, replacing: Bool) throws -> Diagnostic {
    try OutputFile.refuse(asStore: target, reading: location.files)
    let size = try location.open(.read).backup(to: target, replacing: replacing)
    return Diagnostic(.note, "backed-up", place: target, "holds a copy of \(location.path), \(size) bytes")
}

/// Rewrites a store's file without unused pages.
///
/// - Throws: `OperationError` when the store is missing, busy or damaged, or the disk has too little room.
public func compactStore(_ location: StoreLocation) throws -> Diagnostic {
    let (before, after) = try location.open(.existing).compact()
    let gain = after < before ? ", \(before - after) fewer than before" : "; nothing was to be gained"
    return Diagnostic(.note, "compacted", place: location.path, "takes \(after) bytes\(gain)")
}
