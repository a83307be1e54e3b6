internal import CoinIdentity
internal import CoinModel
internal import CoinStore
internal import Foundation

/// What a load would do with one input.
public struct PlannedInput: Sendable {
    /// What becomes of it.
    public enum State: String, Sendable {
        case new, cached, skipped, refused
        /// A folder that is an input as a whole, such as a clone: what is new in it is known when it is read.
        case folder
    }

    /// The file or folder.
    public let path: String
    /// What becomes of it.
    public let state: State
    /// The format, or why it is refused.
    public let detail: String
}

/// What loading would do, without loading: the digest of an input is made where one of its size was loaded before, and its
/// first bytes name its format.
///
/// - Returns: each input in order; what is refused for its rows alone is not known before they are read.
/// - Throws: `OperationError` when the store cannot be read or an unknown format is asked for.
public func plannedInputs(_ request: LoadRequest, into location: StoreLocation) throws -> [PlannedInput] {
    let list = InputList(request.places, store: location.files) { request.kind(ofFolder: $0, holding: $1) }
    var loaded = LoadedInputs()
    if FileManager.default.fileExists(atPath: location.path) {
        loaded = try location.open(.read)
            .loadedInputs(ofSizes: list.sizes, among: FilesByContent(list, request).files)
    }
    let map = try request.ecosystems?.map()
    let reader = InputReader(
        request: request,
        format: try request.format(),
        loaded: loaded,
        folders: list.folders,
        ecosystems: map.map { .parts($0.parts) }
    )
    return try list.files.map { path in
        if list.folders[path] != nil { return PlannedInput(path: path, state: .folder, detail: "read for what is new") }
        var planned: PlannedInput?
        var cache = ReaderCache()
        do {
            try reader.read(path, after: &cache) { event in
                planned = PlannedInput(path, event)
                // Its rows are not needed.
                throw CancellationError()
            }
        } catch is CancellationError {}
        return planned ?? PlannedInput(path: path, state: .refused, detail: "cannot be read")
    }
}

extension PlannedInput {
    /// What the first report of reading an input means for it.
    fileprivate init(_ path: String, _ event: ReadingEvent) {
        switch event {
        case .opened(let input): self.init(path: path, state: .new, detail: input.format)
        case .item: self.init(path: path, state: .new, detail: "")
        case .ended(.whole(let input)): self.init(path: path, state: .new, detail: input.format)
        case .ended(.known(let input)): self.init(path: path, state: .cached, detail: input.format)
        case .ended(.skipped(_, let why)): self.init(path: path, state: .skipped, detail: why)
        case .ended(.refused(_, let error)):
            self.init(
                path: path,
                state: .refused,
                detail: "\(error.diagnostic.message) [\(error.diagnostic.identifier)]"
            )
        }
    }
}
