public import CoinModel

/// The identity of a cross-section: a hash of each of its parts, as they were visible at its moment.
///
/// It depends on coins, repositories, sources and values alone: not on the order of coins or loads, and not on what lies
/// after the moment or was loaded later. A report carries the digest of the parts that it was made from, so whoever
/// makes it again can check whether it rests on the same figures. About 2 ns a value. It is not a signature.
public struct SectionDigest: Sendable {
    private let base: Hash128
    private let parts: [(part: SectionParts, hash: Hash128)]

    /// The digest of the parts that were read into a cross-section.
    public init(_ section: CrossSection, _ wanted: SectionParts) {
        let coins = section.coins.map { Hash128(texts: [$0.id]) }
        let repositories = section.repositories.map { Hash128(texts: [$0.name.key, $0.source ?? ""]) }
        base = SectionDigest.base(section, repositories)
        parts = SectionDigest.pieces.filter { wanted.contains($0.part) }.map { piece in
            var sum = Hash128(texts: piece.common(section))
            for (number, path) in piece.weeks.enumerated() {
                let subjects = piece.areOfRepositories ? repositories : coins
                section[keyPath: path].eachRow { row, values in
                    sum.add(SectionDigest.hash(of: subjects[row], number, values))
                }
            }
            for (coin, subject) in coins.enumerated() {
                sum.add(SectionDigest.hash(of: subject, piece.weeks.count, piece.numbers(section, coin)[...]))
                let words = piece.words(section, coin)
                if !words.isEmpty { sum.add(subject.mixed(Hash128(texts: words))) }
            }
            return (piece.part, sum)
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
            let others = [repository.shared, repository.twins].flatMap { counts in
                ["\(counts.count)"] + counts.sorted { $0.key < $1.key }.flatMap { [$0.key, "\($0.value)"] }
            }
            let counts = RepositoryCount.allCases.map { count in
                repository.counts[count].map { "\($0.value) \($0.time)" } ?? ""
            }
            let words =
                others + [repository.mirrored ?? ""] + (repository.releaseDays ?? []).map(\.description)
                + (repository.hasTagsOnly ? ["tags"] : []) + (repository.counts.isEmpty ? [] : counts)
            sum.add(hash.mixed(UInt64(bitPattern: Int64(first ?? .min))).mixed(Hash128(texts: words)))
        }
        let rates = section.shown.map { shown in
            [shown.code] + shown.rates.flatMap { [$0.time.description, "\($0.value)", $0.source] }
        }
        let migrations = section.migrations.flatMap { [$0.former, $0.current, $0.terms.description] }
        let words = [section.asOf.description, section.quote] + (rates ?? []) + section.preferredSources + migrations
        return Hash128(texts: words).mixed(sum)
    }

    /// A hash of some numbers of a coin or repository; the neutral one where all are missing.
    private static func hash(of subject: Hash128, _ number: Int, _ numbers: ArraySlice<Double>) -> Hash128 {
        guard numbers.contains(where: { !$0.isNaN }) else { return Hash128() }
        var (low, high) = (UInt64(number), ~UInt64(number))
        for value in numbers {
            // What is missing has one form, whatever NaN it is.
            let bits = value.isNaN ? UInt64.max : value.bitPattern
            low = (low ^ bits) &* 0x9e37_79b9_7f4a_7c15
            low ^= low >> 29
            high = (high ^ bits) &* 0xd6e8_feb8_6659_fd93
            high ^= high >> 32
        }
        return subject.mixed(low).mixed(high)
    }

    /// What a part consists of.
    private struct Piece {
        let part: SectionParts
        /// Weeks of coins or of repositories.
        var weeks: [KeyPath<CrossSection, WeeklyMatrix>] = []
        var areOfRepositories = false
        /// What there is of each coin beside them.
        var numbers: (_ section: CrossSection, _ coin: Int) -> [Double] = { _, _ in [] }
        var words: (_ section: CrossSection, _ coin: Int) -> [String] = { _, _ in [] }
        /// What there is of no single coin.
        var common: (CrossSection) -> [String] = { _ in [] }
    }

    private static func numbers(_ figure: DatedFigure?) -> [Double] {
        figure.map { [$0.value, Double($0.time.milliseconds)] } ?? [.nan, .nan]
    }

    private static var pieces: [Piece] {
        [
            Piece(
                part: .newest,
                numbers: { section, coin in
                    let shown = [section.shownPrice, section.shownMarketCap].map { $0.isEmpty ? .nan : $0[coin] }
                    return numbers(section.price[coin]) + numbers(section.marketCap[coin]) + shown
                },
                words: { section, coin in
                    section.priceDisputes.isEmpty ? [] : section.priceDisputes[coin].map { [$0.text] } ?? []
                }
            ),
            Piece(part: .close, weeks: [\.close]),
            Piece(part: .volumeMean, weeks: [\.volumeMean]),
            Piece(part: .volumeMedian, weeks: [\.volumeMedian]),
            Piece(part: .volumeDigits, words: { $0.volumeGrounds[$1, default: []].map(\.rawValue) }),
            Piece(part: .capitalisation, weeks: [\.capitalisation]),
            Piece(part: .firstClose, numbers: { $0.firstCloseWeek[$1].map { [Double($0.index)] } ?? [] }),
            Piece(part: .extremes, numbers: { [$0.highestClose[$1], $0.lowestClose[$1]] }),
            Piece(part: .supplies, numbers: { [$0.circulatingSupply[$1], $0.totalSupply[$1], $0.maxSupply[$1]] }),
            Piece(part: .lastPrices, numbers: { numbers($0.lastPrice[$1]) + numbers($0.lastMarketCap[$1]) }),
            Piece(
                part: .spans,
                numbers: { section, coin in
                    guard !section.priceChanges.isEmpty else { return [] }
                    return PriceSpan.allCases.indices.flatMap { place in
                        let change = section.priceChange(of: coin, over: place)
                        return [change?.end.value ?? .nan, change?.then ?? .nan]
                    }
                }
            ),
            Piece(
                part: .details,
                numbers: { section, coin in
                    let figures = section.sourceFigures[coin] ?? SourceFigures()
                    let stated = (CoinField.allCases.map { figures.stated[$0] } + [figures.volume]).compactMap(\.self)
                    return [figures.rank?.value ?? .nan, figures.ath?.value ?? .nan] + stated.map(\.value)
                },
                words: { section, coin in
                    let figures = section.sourceFigures[coin] ?? SourceFigures()
                    let tags = figures.categories
                    return [figures.athDate, figures.atlDate].compactMap(\.self)
                        + (tags.isEmpty ? [] : ["\u{1F}"] + tags)
                }
            ),
            Piece(part: .calls, common: { $0.callBases.flatMap(\.texts) }),
            Piece(
                part: .fundamentals,
                numbers: { section, coin in
                    guard let known = section.fundamentals[coin] else { return [] }
                    return (known.newest + [known.lockedChange?.now, known.lockedChange?.then]).flatMap(numbers)
                }
            ),
            Piece(
                part: .use,
                numbers: { section, coin in
                    WeeklyUse.allCases.flatMap { section.use[coin]?[$0]?.values ?? [.nan] }
                }
            ),
            Piece(part: .figures, common: { $0.figures?.texts ?? [] }),
            Piece(part: .marketSource, words: { $0.marketSource[$1].map { [$0] } ?? [] }),
            Piece(part: .commits, weeks: [\.commits, \.weeksWithoutRow], areOfRepositories: true),
            Piece(
                part: .commitKinds,
                weeks: [
                    \.merges, \.botCommits, \.agentCommits, \.botMerges, \.commitsByPeople, \.developers,
                    \.developerDays,
                ],
                areOfRepositories: true,
                numbers: { $0.developerFacts[$1]?.numbers ?? [] },
                words: { $0.developerFacts[$1]?.flags.map(\.rawValue) ?? [] }
            ),
            Piece(
                part: .interest,
                weeks: [\.interest],
                numbers: { $0.search[$1]?.pulls.flatMap(\.weeks) ?? [] },
                words: { section, coin in
                    guard let term = section.search[coin]?.term else { return [] }
                    // Search is read a week late, so whether its newest week is whole makes no difference.
                    let last = term.window.upperBound
                    let partial = last < section.asOf.lastCompleteWeek ? last.description : ""
                    return [term.term, term.region, term.category, term.granularity.rawValue, partial]
                }
            ),
            Piece(
                part: .interestScale,
                numbers: { $0.search[$1]?.scale.map { [$0.factor, $0.low, $0.high] } ?? [] },
                words: { $0.search[$1]?.scale.map { [$0.root] } ?? [] }
            ),
        ]
    }
}

extension DeveloperFacts {
    /// All that is counted, in a fixed order.
    fileprivate var numbers: [Double] {
        let people = [recentDevelopers, yearDevelopers, fullTime, partTime, newcomers, leavers, halfContributors]
        let stay = halfOfSpans + [earlierDevelopers, retained]
        let counts = people + stay + [inheritedCommits, largestWeek, largestWeekDays, sharedDays, sharedCommits]
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
