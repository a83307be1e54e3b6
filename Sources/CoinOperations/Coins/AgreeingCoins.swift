internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinStore
internal import RawInput

extension Store {
    /// The coins of different sources that bear the same symbol and name, each one of its source, and of which prices
    /// of one day are within 5 %.
    func agreeingCoins() throws -> [CoinDecision] {
        guard try hasOtherSourcesCoins() else { return [] }
        return try reading { reader in
            guard let links = EntityResolution(reader.catalog).crosswalk else { return [] }
            return try CoinPrices(links, reader).findings.agreeing
        }
    }

    /// Stores what agrees and was not known to, as a load of its own: the prices of another day may lie apart, or be
    /// missing, and the coins are one all the same.
    func takeAgreeingCoins(at now: Instant, _ report: DiagnosticSink) throws {
        let found = try agreeingCoins()
        guard !found.isEmpty else { return }
        try load(acceptedAt: now) { try $0.take(found, as: .agreement(of: found, context: "at=\(now)")) }
        let coins =
            found.count == 1 ? "1 coin of several sources agrees" : "\(found.count) coins of several sources agree"
        let what = "\(coins) in symbol, name and price, and \(found.count == 1 ? "is one" : "are one each") from now on"
        report(Diagnostic(.note, "agreeing-coins", place: path, "\(what); `assay identity crosswalk` lists them"))
    }
}

extension InputDescriptor {
    /// The format of an input that was found in the store.
    static let agreementFormat = "coin-agreement"

    /// What was found in a store; the moment is its context.
    static func agreement(of found: [CoinDecision], context: String) -> InputDescriptor {
        let lines = found.map { $0.description + "\n" }
        return statement("agreeing coins", agreementFormat, lines.joined(), context: context)
    }

    /// An input that no file has, in a text; what is decided may be changed and decided again, so the moment is its context.
    static func statement(_ path: String, _ format: String, _ text: String, context: String) -> InputDescriptor {
        var input = InputDescriptor(path: path, stem: "")
        var digest = Digest()
        digest.update(text)
        input.kind = .coins
        input.format = format
        input.digest = digest.finish()
        input.context = context
        return input
    }
}
