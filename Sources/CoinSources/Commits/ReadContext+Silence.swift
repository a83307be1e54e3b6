internal import CoinModel

/// What the surroundings of an input say where the input itself is silent.
extension ReadContext {
    /// When a snapshot that names no time was taken: by its folder's name, else `--observed-at`, else the `Date` of
    /// the HTTP answer that it came as.
    ///
    /// - Throws: `SourceError` `no-time` when none of them says so.
    func snapshotTime(_ answer: HTTPAnswer?) throws(SourceError) -> FactTime {
        guard let time = knownTime(answer) else {
            throw SourceError(
                "no-time",
                detail: "the input names no time and its folder is not named by one (20240101T000000Z or 2024-01-01); "
                    + "say when it was observed with --observed-at"
            )
        }
        return time
    }

    /// The same, or nil when nothing says so.
    func knownTime(_ answer: HTTPAnswer?) -> FactTime? {
        switch AsOf(ReadContext.spelledOut(folder)) ?? observed(answer) {
        case .day(let day): .day(day)
        case .instant(let instant): .moment(instant)
        case nil: nil
        }
    }

    /// When the source was asked, if that is known: `--observed-at`, else the `Date` of an HTTP answer.
    func observed(_ answer: HTTPAnswer?) -> AsOf? {
        observedAt ?? answer?.date.map { .instant($0) }
    }

    /// The coin of an input that names none: `--coin`, else the file's name.
    ///
    /// A name in capitals, such as `BTC`, is a symbol; one in lower case, such as `bitcoin` or
    /// `bitcoin_market_chart`, is an id.
    ///
    /// - Throws: `SourceError` `no-coin` when the name cannot be either.
    func coinOfFile() throws(SourceError) -> CoinKey {
        if let coin { return CoinKey(id: coin) }
        var name = Substring(stem)
        if let end = stem.range(of: "_market_chart")?.lowerBound { name = stem[..<end] }
        let isWord = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard !name.isEmpty, name.utf8.count <= 128, isWord, !name.hasPrefix("market_chart") else {
            let detail = "the input names no coin and its file name is no coin id; say which with --coin ID"
            throw SourceError("no-coin", detail: detail)
        }
        if name == name.lowercased() { return CoinKey(id: String(name)) }
        return CoinKey(symbol: String(name))
    }

    /// The repository of an input that names none: `--repo`, else the name of the file, or of its folder,
    /// `owner__name`.
    ///
    /// - Throws: `SourceError` `no-repository` when neither names one.
    func repositoryOfFile() throws(SourceError) -> RepositoryName {
        if let repository { return repository }
        // An owner has no underscore, so the first two part the names.
        for name in [stem, folder] {
            if let gap = name.range(of: "__"),
                let named = RepositoryName(name[..<gap.lowerBound] + "/" + name[gap.upperBound...])
            {
                return named
            }
        }
        throw SourceError(
            "no-repository",
            detail:
                "the input names no repository and neither its file nor its folder is named owner__name; say which with --repo"
        )
    }

    /// `20240101T000000Z` and `20240101` with the separators that dates and times have; other texts as they are.
    private static func spelledOut(_ name: String) -> String {
        let bytes = Array(name.utf8)
        let part = { (range: Range<Int>) in String(decoding: bytes[range], as: UTF8.self) }
        guard bytes.count == 8 || bytes.count == 16 && bytes[8] == UInt8(ascii: "T") else { return name }
        let date = part(0..<4) + "-" + part(4..<6) + "-" + part(6..<8)
        return bytes.count == 8 ? date : date + "T" + part(9..<11) + ":" + part(11..<13) + ":" + part(13..<16)
    }
}

extension String {
    /// Where a text occurs first.
    fileprivate func range(of text: String) -> Range<Index>? {
        ranges(of: text).first
    }
}
