/// The files and folders that no output of a command may be, each examined once: by path, and by what it is under any name.
public struct ReservedPlaces: Sendable, ExpressibleByArrayLiteral {
    /// Why a place is reserved.
    private enum Use: String {
        case store = "belongs to the store"
        case input = "this command uses"
        case loaded = "was loaded into the store"
    }

    private struct Place {
        let use: Use
        let path: String
        let identity: FileStatus?
        /// To compare others with; nil for a file that is there, which is known by its identity.
        let comparable: String?

        init(_ path: String, _ use: Use) {
            self.use = use
            self.path = path
            identity = FileStatus(path)
            comparable = identity == nil || identity?.kind == .folder ? comparablePath(path) : nil
        }
    }

    private let places: [Place]

    /// Examines places: the store's file and what lies beside it, what was loaded, which a rebuild reads again, and what the
    /// command reads.
    public init(store: [String] = [], loaded: [String] = [], inputs: [String] = []) {
        places =
            store.map { Place($0, .store) } + inputs.map { Place($0, .input) } + loaded.map { Place($0, .loaded) }
    }

    /// What a command reads.
    public init(arrayLiteral inputs: String...) { self.init(inputs: inputs) }

    /// Why a file, as it was named, made comparable and with what is there, is not an output; nil where it may be one.
    func obstacle(to path: String, _ comparable: String, _ identity: FileStatus?) -> OutputError? {
        for place in places {
            let isSame = place.comparable == comparable || place.identity != nil && place.identity == identity
            let isInside = place.comparable.map { comparable.hasPrefix($0 == "/" ? $0 : $0 + "/") } ?? false
            guard isSame || isInside else { continue }
            let fault = place.use == .store ? OutputFault.isStore : .isInput
            let detail = "\(isSame ? "is" : "is in") \(place.path), which \(place.use.rawValue); name another file"
            return OutputError(fault, path: path, detail: detail)
        }
        return nil
    }
}
