public import CoinModel

/// What tells a cross-section from any other: a hash of each of its parts, as they were visible at its moment.
///
/// It depends on coins, repositories, sources and values alone: not on the order of coins or loads, and not on what lies
/// after the moment or was loaded later. A report carries the digest of the parts that it was made from, so whoever
/// makes it again can tell whether it rests on the same figures. About 2 ns a value. It is no signature.
public struct SectionDigest: Sendable {
    private let base: Hash128
    private let parts: [(part: SectionParts, hash: Hash128)]

    /// The digest of the parts that were read into a cross-section.
    public init(_ section: CrossSection, _ wanted: SectionParts) {
        let coins = section.coins.map { Hash128(texts: [$0.id]) }
        let repositories = section.repositories.map { Hash128(texts: [$0.name.key, $0.source ?? ""]) }
        base = SectionDigest.base(section, repositories)
        parts = SectionDigest.pieces.filter { wanted.contains($0.part) }.compactMap { piece in
            var sum = Hash128()
            for (paths, rows) in [(piece.ofCoins, coins), (piece.ofRepositories, repositories)] {
                for (number, path) in paths.enumerated() {
                    let matrix = section[keyPath: path]
                    if piece.cameLater, matrix.values.allSatisfy(\.isNaN) { continue }
                    SectionDigest.add(matrix, of: rows, number, to: &sum)
                }
            }
            for (place, coin) in coins.enumerated() {
                let numbers = piece.numbers(section, place)
                if numbers.isEmpty || piece.cameLater && numbers.allSatisfy(\.isNaN) { continue }
                sum.add(numbers.reduce(coin) { $0.mixed($1.isNaN ? SectionDigest.missing : $1.bitPattern) })
            }
            for (coin, texts) in zip(coins, piece.words(section)) where !texts.isEmpty {
                sum.add(coin.mixed(Hash128(texts: texts)))
            }
            return piece.cameLater && sum == Hash128() ? nil : (piece.part, sum)
        }
    }

    /// The digest of some of the parts in 32 hexadecimal digits; parts that were not read are left out.
    public func text(of wanted: SectionParts) -> String {
        parts.filter { wanted.contains($0.part) }.reduce(base) { digest, piece in
            digest.mixed(UInt64(piece.part.rawValue)).mixed(piece.hash)
        }.description
    }

    /// The moment, the coins, and who has which repository.
    private static func base(_ section: CrossSection, _ hashes: [Hash128]) -> Hash128 {
        var sum = Hash128()
        for (coin, rows) in zip(section.coins, section.repositoriesOfCoin) {
            let repositories = coin.listedRepositories.map { $0.name.key + $0.role.description }
            let words = [coin.id, coin.symbol, coin.name] + repositories + ["\u{1F}"] + coin.tags
            sum.add(rows.reduce(Hash128(texts: words)) { $0.mixed(hashes[$1]) })
        }
        for (hash, repository) in zip(hashes, section.repositories) {
            // A first commit after the moment is none yet.
            let first = repository.firstActiveWeek.flatMap { $0 <= section.asOf.lastCompleteWeek ? $0.index : nil }
            sum.add(hash.mixed(UInt64(bitPattern: Int64(first ?? .min))))
            if let days = repository.releaseDays {
                sum.add(hash.mixed(Hash128(texts: ["releases"] + days.map(\.description))))
            }
            if !repository.twins.isEmpty {
                let twins = repository.twins.sorted { $0.key < $1.key }.flatMap { [$0.key, "\($0.value)"] }
                sum.add(hash.mixed(Hash128(texts: ["twins"] + twins)))
            }
            guard repository.mirrored != nil || !repository.shared.isEmpty else { continue }
            let shared = repository.shared.sorted { $0.key < $1.key }.flatMap { [$0.key, "\($0.value)"] }
            sum.add(hash.mixed(Hash128(texts: [repository.mirrored ?? ""] + shared)))
        }
        let rates = section.shown.map { shown in
            [shown.code] + shown.rates.flatMap { [$0.at.description, "\($0.dollars)", $0.source] }
        }
        let migrations = section.migrations.flatMap { [$0.former, $0.current, $0.terms.description] }
        let told = section.preferredSources + migrations
        let words = [section.asOf.description, section.quote] + (rates ?? []) + told
        return Hash128(texts: words).mixed(sum)
    }

    /// Adds a hash for each row of the matrix with a number among those of its part.
    private static func add(_ matrix: WeeklyMatrix, of rows: [Hash128], _ number: Int, to sum: inout Hash128) {
        guard !matrix.values.isEmpty else { return }
        let values = matrix.values.span
        for (row, subject) in rows.enumerated() {
            var (low, high) = (UInt64(number), ~UInt64(number))
            for place in row * matrix.weeks..<(row + 1) * matrix.weeks {
                let bits = values[place].isNaN ? missing : values[place].bitPattern
                low = (low ^ bits) &* 0x9e37_79b9_7f4a_7c15
                low ^= low >> 29
                high = (high ^ bits) &* 0xd6e8_feb8_6659_fd93
                high ^= high >> 32
            }
            sum.add(subject.mixed(low).mixed(high))
        }
    }

    /// What stands for a missing value, whatever NaN it is.
    private static let missing = UInt64.max

    private struct Piece {
        let part: SectionParts
        /// Whether reports were made before it was read: where there is nothing of it, they come out as they were.
        var cameLater = false
        var ofCoins: [KeyPath<CrossSection, WeeklyMatrix>] = []
        var ofRepositories: [KeyPath<CrossSection, WeeklyMatrix>] = []
        /// What stands beside the matrices, for each coin: words, and numbers.
        var words: (CrossSection) -> [[String]] = { _ in [] }
        var numbers: (_ section: CrossSection, _ coin: Int) -> [Double] = { _, _ in [] }

        static func later(_ part: SectionParts, _ numbers: @escaping (CrossSection, Int) -> [Double]) -> Piece {
            Piece(part: part, cameLater: true, numbers: numbers)
        }
    }

    /// The moments of the newest figures; most coins have theirs at one.
    private static func timesOfNewest(_ section: CrossSection) -> [[String]] {
        var last: (time: Instant, text: String)?
        func text(_ time: Instant?) -> String {
            guard let time else { return "" }
            if let last, last.time == time { return last.text }
            let text = time.description
            last = (time, text)
            return text
        }
        return zip(section.priceTime, section.marketCapTime).map { [text($0), text($1)] }
    }

    private static func termsOfInterest(_ section: CrossSection) -> [[String]] {
        section.interestSeries.map { term in
            guard let term else { return [] }
            // Search is read a week late, so whether its newest week is whole makes no difference.
            let last = term.window.upperBound
            let partial = last < section.asOf.lastCompleteWeek ? last.description : ""
            return [term.term, term.region, term.category, term.granularity.rawValue, partial]
        }
    }

    private static func repeated(_ texts: [String], _ section: CrossSection) -> [[String]] {
        texts.isEmpty ? [] : section.coins.map { _ in texts }
    }

    private static var pieces: [Piece] {
        [
            Piece(part: .newest, words: timesOfNewest, numbers: { [$0.price[$1], $0.marketCap[$1]] }),
            .later(.newest) { section, coin in
                [section.shownPrice, section.shownMarketCap].map { $0.isEmpty ? .nan : $0[coin] }
            },
            Piece(part: .newest, cameLater: true, words: { $0.priceDisputes.map { $0.map { [$0.text] } ?? [] } }),
            Piece(part: .close, ofCoins: [\.close]),
            Piece(part: .volumeMean, ofCoins: [\.volumeMean]),
            Piece(part: .volumeMedian, ofCoins: [\.volumeMedian]),
            Piece(
                part: .volumeDigits,
                cameLater: true,
                words: { section in
                    section.volumeGrounds.isEmpty
                        ? [] : section.coins.indices.map { section.volumeGrounds[$0, default: []].map(\.rawValue) }
                }
            ),
            Piece(part: .capitalisation, ofCoins: [\.capitalisation]),
            Piece(part: .firstClose, numbers: { $0.firstCloseWeek[$1].map { [Double($0.index)] } ?? [] }),
            Piece(part: .extremes, numbers: { [$0.highestClose[$1], $0.lowestClose[$1]] }),
            .later(.supplies) { [$0.circulatingSupply[$1], $0.totalSupply[$1], $0.maxSupply[$1]] },
            .later(.lastPrices) { section, coin in
                [
                    section.price[coin].isNaN ? section.lastPrice[coin] : .nan,
                    section.marketCap[coin].isNaN ? section.lastMarketCap[coin] : .nan,
                ]
            },
            .later(.spans) { section, coin in
                section.priceChanges.isEmpty
                    ? [] : section.priceChanges[coin].flatMap { [$0?.now ?? .nan, $0?.then ?? .nan] }
            },
            Piece(
                part: .details,
                cameLater: true,
                words: { $0.sourceFigures.map { $0.athDate.map { [$0] } ?? [] } },
                numbers: { section, coin in
                    let figures = section.sourceFigures.isEmpty ? SourceFigures() : section.sourceFigures[coin]
                    return [figures.rank?.value ?? .nan, figures.ath?.value ?? .nan]
                }
            ),
            // Each coin is called by all of the bases, and stands beside all figures of the market.
            Piece(part: .calls, cameLater: true, words: { repeated($0.callBases.flatMap(\.texts), $0) }),
            Piece(part: .figures, cameLater: true, words: { repeated($0.figures?.texts ?? [], $0) }),
            Piece(part: .marketSource, words: { section in section.marketSource.map { $0.map { [$0] } ?? [] } }),
            Piece(part: .commits, ofRepositories: [\.commits]),
            Piece(part: .commits, cameLater: true, ofRepositories: [\.weeksWithoutRow]),
            Piece(
                part: .commitKinds,
                ofRepositories: [\.merges, \.botCommits, \.developers, \.developerDays],
                words: { section in section.developerFacts.map { $0?.flags.map(\.rawValue) ?? [] } },
                numbers: { $0.developerFacts[$1]?.numbers ?? [] }
            ),
            .later(.commitKinds) { section, coin in
                section.botMerges.values.isEmpty ? [] : section.repositoriesOfCoin[coin].flatMap(section.overlaps)
            },
            .later(.commitKinds) { section, coin in
                section.agentCommits.values.isEmpty ? [] : section.repositoriesOfCoin[coin].flatMap(section.agents)
            },
            Piece(part: .commitKinds, cameLater: true, ofRepositories: [\.commitsByPeople]),
            .later(.commitKinds) { section, coin in
                guard let facts = section.developerFacts[coin], facts.sharedCommits > 0 else { return [] }
                return [Double(facts.sharedDays), Double(facts.sharedCommits)]
            },
            Piece(part: .interest, ofCoins: [\.interest], words: termsOfInterest),
            .later(.interest) { section, coin in section.interestPulls[coin, default: []].flatMap(\.weeks) },
            Piece(
                part: .interestScale,
                words: { section in section.interestScale.map { $0.map { [$0.root] } ?? [] } },
                numbers: { $0.interestScale[$1].map { [$0.factor, $0.low, $0.high] } ?? [] }
            ),
        ]
    }
}

extension CrossSection {
    /// How many commits are agents', of each week of a repository that has some: the week and their number.
    fileprivate func agents(of row: Int) -> [Double] {
        (0..<CrossSection.weeks).flatMap { agentCommits[row, $0] > 0 ? [Double($0), agentCommits[row, $0]] : [] }
    }

    /// How many merges are bots' or agents', of each week of a repository in which some can be: the week and their number.
    fileprivate func overlaps(of row: Int) -> [Double] {
        (0..<CrossSection.weeks).flatMap { ago -> [Double] in
            let programs = [botCommits[row, ago], agentCommits[row, ago]]
            let isPossible = merges[row, ago] > 0 && programs.contains { $0 > 0 } && !botMerges[row, ago].isNaN
            return isPossible ? [Double(ago), botMerges[row, ago]] : []
        }
    }
}

extension DeveloperFacts {
    /// All that is counted, in a fixed order.
    fileprivate var numbers: [Double] {
        let people = [recentDevelopers, yearDevelopers, fullTime, partTime, newcomers, leavers, halfContributors]
        let stay = halfOfSpans + [earlierDevelopers, retained]
        let counts = people + stay + [inheritedCommits, largestWeek, largestWeekDays]
        return developers + developerDays + counts.map(Double.init) + [topShare ?? .nan]
    }
}

extension MarketFigures {
    /// All of it, in a fixed order.
    fileprivate var texts: [String] {
        [source, time?.description ?? ""]
            + Metric.ofMarket.flatMap { ((weeks[$0] ?? []) + [newest[$0] ?? .nan]).map { "\($0)" } }
    }
}

extension CallBasis {
    /// All that calls rest on, in a fixed order.
    fileprivate var texts: [String] {
        let numbers = (gains + losses).flatMap { chance in
            chance.map { [$0.share, $0.low, $0.high, $0.effective, $0.base] } ?? [.nan]
        }
        return [preset, asOf, known ?? "", "\(horizon)", verdict.rawValue] + numbers.map { "\($0)" }
    }
}
