/// Something in the store that is not as it was written.
public struct Finding: Hashable, Sendable {
    /// Where.
    public let place: String
    /// What is wrong.
    public let detail: String
    /// The load that wrote it, if that is known.
    public let load: Int?
    /// The table or index that a damaged page is part of, if that is what was found and is known.
    public internal(set) var part: String?
    /// The inputs of that load, as far as the ledger names them.
    public internal(set) var inputs: [String] = []

    init(_ place: String, _ detail: String, load: Int? = nil) {
        (self.place, self.detail, self.load) = (place, detail, load)
    }
}
