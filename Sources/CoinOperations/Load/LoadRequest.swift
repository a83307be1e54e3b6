public import CoinModel
internal import CoinStore

/// What a person asks to be loaded.
public struct LoadRequest: Sendable {
    /// What the inputs hold; nil where each is recognised by its content.
    public var kind: LoadKind?
    /// Files and folders.
    public var paths: [String]
    /// The id of the format, where it is not to be recognised.
    public var source: String?
    /// What the caller states of inputs that lack it.
    public var hints = InputHints()
    /// The table of coins and their ecosystems, for taxonomies.
    public var ecosystems: EcosystemsFile?
    /// Whether what other files replaced of these stays replaced, as for a pipeline, which runs again and again.
    public var leavesReplaced = false
    /// Whether the history of a repository may be replaced by one that has no commit in common with it.
    public var acceptsUnrelated = false
    /// Whether every file is known by its digest alone, and not by its identity when it was loaded.
    public var verifies = false
    /// The clock.
    public var now: Instant
    /// Whether a source's list of all its coins says what its ids mean, and makes no universe.
    var listsAreCrosswalk = false
    /// The format of an input that is read as another one than its content shows.
    var forcedFormat: String?
    /// The commit to take for the newest one of a clone; nil for that of its default branch.
    var tip: String?

    /// A request for inputs that state all themselves.
    public init(kind: LoadKind?, paths: [String], now: Instant) {
        (self.kind, self.paths, self.now) = (kind, paths, now)
    }
}

extension LoadRequest {
    /// Whether inputs of a kind are asked for.
    func takes(_ kind: LoadKind) -> Bool { self.kind == nil || self.kind == kind }

    /// Since when coin lists hold: a list of a day is of all of it.
    var listsSince: Instant? { hints.observedAt?.start }
}

/// What an input's meaning depends on beside its bytes, as one text in the ledger:
/// `quote=usd source=tidy-market observed-at=2024-03-25 coin=bitcoin repo=a/b tip=… ecosystems=DIGEST@PATH property=news decimal=comma
/// date-format=DD.MM.YYYY timezone=Europe/Berlin map=date=Datum,price_usd=Kurs%20(USD) lists=crosswalk name=folder/stem`, without the parts that were not given.
extension LoadRequest {
    /// The parts in their order: what each is called, how it is written, and how it is read back.
    private static var parts: [(key: String, text: (Self) -> String?, take: (String, inout Self) -> Void)] {
        [
            ("quote", { $0.hints.money }, { $1.hints.quote = $0 }),
            ("source", \.forcedFormat, { $1.forcedFormat = $0 }),
            ("observed-at", \.hints.observedAt?.description, { $1.hints.observedAt = AsOf($0) }),
            ("coin", \.hints.coin, { $1.hints.coin = $0 }),
            ("repo", \.hints.repository?.key, { $1.hints.repository = RepositoryName($0) }),
            ("tip", \.tip, { $1.tip = $0 }),
            ("ecosystems", { $0.ecosystems?.description }, { $1.ecosystems = EcosystemsFile(ledger: $0) }),
            ("property", \.hints.property?.rawValue, { $1.hints.property = SearchProperty(rawValue: $0) }),
            ("decimal", \.hints.notation.decimal?.rawValue, { $1.hints.notation.decimal = .init(rawValue: $0) }),
            (
                "date-format", \.hints.notation.dateFormat?.rawValue,
                { $1.hints.notation.dateFormat = .init(rawValue: $0) }
            ),
            ("timezone", \.hints.notation.timezone, { $1.hints.notation.timezone = $0 }),
            ("map", \.hints.columns?.description, { $1.hints.columns = ColumnMap(ledger: $0) }),
            ("lists", { $0.listsAreCrosswalk ? "crosswalk" : nil }, { $1.listsAreCrosswalk = $0 == "crosswalk" }),
        ]
    }

    /// The text for an input of this request; `name` is folder and stem of the file, where its format reads them.
    func context(name: String?) -> String {
        let parts = LoadRequest.parts.map { ($0.key, $0.text(self)) } + [("name", name)]
        return parts.compactMap { key, text in text.map { "\(key)=\($0)" } }.joined(separator: " ")
    }

    /// Whether an input is a source's list that makes no universe.
    static func isCrosswalk(_ input: InputDescriptor) -> Bool {
        LoadKind.sourceLists.contains(input.format) && input.context.hasSuffix(" lists=crosswalk")
    }

    /// The request that loads an input of the ledger again; nil when its context is none that `context` writes.
    init?(_ kind: LoadKind, again entry: LedgerEntry) {
        self.init(kind: kind, paths: [entry.input.path], now: entry.acceptedAt)
        // The name comes last and may hold anything, so it goes first.
        var rest = entry.input.context[...]
        var name: String?
        if let range = rest.firstRange(of: " name=") {
            name = String(rest[range.upperBound...])
            rest = rest[..<range.lowerBound]
        }
        rest = " " + rest
        for part in LoadRequest.parts.reversed() {
            guard let range = rest.firstRange(of: " \(part.key)=") else { continue }
            part.take(String(rest[range.upperBound...]), &self)
            rest = rest[..<range.lowerBound]
        }
        // What is in the ledger was accepted once.
        acceptsUnrelated = true
        guard context(name: name) == entry.input.context else { return nil }
    }
}
