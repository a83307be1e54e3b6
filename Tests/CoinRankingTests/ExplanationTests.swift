import CoinModel
import CoinTables
import Foundation
import Testing

@testable import CoinRanking

@Suite struct ExplanationTests {
    /// Coins of every kind: busy, quiet, without repository, young, with gaps, a stablecoin, seeded.
    private static func section(seed: UInt64) throws -> CrossSection {
        var random = SeededRandom(seed: seed)
        var builder = SectionBuilder()
        for number in 0..<40 {
            var coin = SectionBuilder.CoinParts(id: "c\(number)")
            let rate = 30 * random.unit()
            coin.commits = number % 9 == 0 ? nil : (0..<53).map { _ in Double(random.below(Int(rate) + 1)) }
            if number % 3 == 0 { coin.developerDays = coin.commits?.map { ($0 / 2).rounded() } }
            coin.close = (0..<53).map { _ in random.below(40) == 0 ? .nan : 1 + random.unit() }
            coin.volume = (0..<53).map { _ in 1 + 98 * random.unit() }
            if number % 2 == 0 { coin.interest = (0..<53).map { _ in Double(random.below(101)) } }
            if number % 13 == 5 { coin.tags = ["stablecoin"] }
            if number % 4 == 0 { coin.scale = SearchScale(root: "r", factor: 2, low: 1.9, high: 2.2) }
            (coin.closeBefore, coin.firstCloseAgo) = (3 * random.unit(), 53 + random.below(200))
            builder.coins.append(coin)
        }
        var section = try builder.section()
        section.priceChanges = PriceChanges(coins: section.coins.count)
        for coin in section.coins.indices {
            for place in PriceSpan.allCases.indices {
                section.priceChanges[coin, place, section.price[coin]] =
                    random.below(4) == 0 ? nil : .random(&random)
            }
        }
        for coin in section.coins.indices {
            var figures = SourceFigures()
            if coin % 3 > 0 { figures.rank = .init(Double(coin + 1), at: section.asOf.limit, by: "list") }
            if coin % 4 > 0 { figures.ath = .init(1 + random.unit(), at: section.asOf.limit, by: "list") }
            figures.athDate = figures.ath.map { _ in "2024-03-20" }
            figures.atlDate = figures.athDate
            for field in [CoinField.high24h, .low24h, .atl, .capChange24h] where coin % 4 > 0 {
                figures.stated[field] = .init(1 + random.unit(), at: section.asOf.limit, by: "list")
            }
            figures.volume = figures.ath
            if coin % 5 > 0 { figures.categories = ["Layer \(coin % 2)", "Privacy Coins"] }
            figures.categoriesTime = coin % 5 > 0 ? section.asOf.limit : nil
            section.sourceFigures[coin] = figures
        }
        for coin in section.coins.indices {
            section.marketCap[coin] = section.figure(1e6 * (1 + 900 * random.unit()))
            section.lastMarketCap[coin] = section.marketCap[coin]
            if coin % 3 > 0 { section.fundamentals[coin] = .random(&random, at: section.asOf.limit) }
            for use in WeeklyUse.allCases where random.below(4) > 0 {
                let weeks = (0..<CrossSection.weeks).map { _ in
                    random.below(9) == 0 ? .nan : Double(random.below(900))
                }
                section.use[coin, default: [:]][use] = UseWeeks(source: "test", values: weeks)
            }
            if coin % 4 > 0 { section.circulatingSupply[coin] = 1e6 * (1 + random.unit()) }
            if coin % 6 > 0 { section.totalSupply[coin] = 1e6 * (2 + random.unit()) }
            if coin % 3 > 0 { section.maxSupply[coin] = 1e6 * (3 + random.unit()) }
            guard let row = section.repositoriesOfCoin[coin].first, coin % 5 > 0 else { continue }
            var facts = DeveloperFacts(weeks: CrossSection.weeks)
            facts.developerDays = section.commits[row: row].map { ($0 / 3).rounded(.up) }
            facts.developers = facts.developerDays.map { ($0 / 2).rounded(.up) }
            (facts.newcomers, facts.leavers) = (random.below(9), random.below(9))
            facts.recentDevelopers = facts.newcomers + random.below(20)
            facts.yearDevelopers = facts.recentDevelopers + facts.leavers
            facts.earlierDevelopers = random.below(7)
            facts.retained = random.below(facts.earlierDevelopers + 1)
            facts.halfOfSpans = (0..<4).map { _ in random.below(6) }
            let days = sum(facts.developerDays[0..<52])
            facts.topShare = days > 0 ? (days / 3).rounded(.up) / days : nil
            section.developerFacts[coin] = facts
        }
        return section
    }

    /// What is told as it was loaded or counted, so that there is nothing to work out; all else has a formula.
    private static let told: Set<String> = [
        "coin_id", "symbol", "name", "price_usd", "market_cap_usd", "market_source", "commit_source", "trend_term",
        "trend_granularity", "pulls", "interest_scale", "repositories", "market_flags", "unit", "flags", "reason",
        "because",
        "state", "worth_a_look", "ambiguous_term",
        "indeterminate", "rank_without_repositories",
        "units_recent", "units_base", "weeks_recent", "weeks_base", "developers12", "full_time", "part_time",
        "half_contributors", "inherited52", "releases12", "releases52",
        "days_since_release", "star_burst", "open_issues", "closed_issues", "open_pulls", "merged_pulls",
        "circulating_supply", "total_supply", "max_supply",
        "source_rank", "ath_usd", "ath_date", "atl_usd", "atl_date",
        "high_24h_usd", "low_24h_usd", "volume_24h_usd", "market_cap_change_24h", "tags", "tags_time",
        "price_source", "price_time", "price_age_days", "cap_time", "last_price_usd", "last_price_time",
        "price_disputed", "volume_suspect", "tvl_usd", "chain_tvl_usd", "fees_30d", "revenue_30d", "protocols",
        "fundamentals_time", "use_sources",
        "change_1h_by", "change_24h_by", "change_7d_by", "change_30d_by", "change_90d_by", "change_180d_by",
        "change_1y_by",
        "call", "call_reason", "fifth", "p_excess", "p_excess_low", "p_excess_high", "effective_n", "base_rate",
        "p_loss", "p_loss_low", "p_loss_high", "effective_n_loss", "base_rate_loss",
    ]

    /// Rates that differ from week to week, and none of the newest days where `isOld`.
    private static func rates(_ section: CrossSection, isOld: Bool = false) -> ExchangeRates {
        let rates = ((isOld ? 3 : -1)..<CrossSection.weeks).map { weeksBack in
            let day = section.asOf.lastCompleteWeek.advanced(by: -weeksBack).start
            return DatedFigure(1 + Double(weeksBack + 2) / 10, at: Instant(startOf: day), by: "bank")
        }
        return ExchangeRates(code: "eur", rates: rates)
    }

    /// Each column of each coin answers; a formula over the numbers beside it gives the value that it explains, in whatever
    /// currency money is shown.
    @Test("Every column is explained, and each formula gives its value", arguments: Preset.allCases, ["usd", "eur"])
    func formulas(preset: Preset, quote: String) throws {
        var section = try ExplanationTests.section(seed: 7)
        if quote != "usd" { section.shown = ExplanationTests.rates(section) }
        // Of two days, which have two rates.
        section.marketCap = section.marketCap.map {
            $0.map { cap in
                let time = Instant(milliseconds: cap.time.milliseconds - 604_800_000)
                return DatedFigure(cap.value, at: time, by: cap.source)
            }
        }
        section.lastMarketCap = section.marketCap
        let ranking = try ExplainedRanking(section, preset, RankingOptions())
        var (checked, formulas): (Set<String>, Set<String>) = ([], [])
        for column in ColumnDictionary.columns(quote: quote) {
            for coin in section.coins {
                let told = try #require(ranking.explanation(of: column.name, coin.id), "\(column.name) of \(coin.id)")
                #expect(told.column == column)
                guard let formula = told.formula else { continue }
                formulas.insert(column.name)
                let value: Double
                switch told.value {
                case .number(let number): value = number
                case .integer(let number): value = Double(number)
                case .text, .missing: continue
                }
                var values: [String: Double] = [:]
                for input in told.inputs {
                    switch input.value {
                    case .number(let number): values[input.name] = number
                    case .integer(let number): values[input.name] = Double(number)
                    case .text, .missing: continue
                    }
                }
                let worked = try FormulaEvaluator.value(of: formula, values)
                #expect(abs(worked - value) <= 1e-9 * max(1, abs(value)), "\(column.name) of \(coin.id): \(formula)")
                checked.insert(column.name)
            }
        }
        let all = Set(ColumnDictionary.columns(quote: quote).map(\.name))
        // Their names are without a currency.
        let converted: Set = quote == "usd" ? [] : ["fees_30d", "revenue_30d"]
        #expect(formulas == all.subtracting(ExplanationTests.told.subtracting(converted)))
        // What only `discovery` scores has no value in the others.
        let isRanked = preset == .discovery
        #expect(
            formulas.subtracting(checked)
                == (isRanked ? [] : ["rank_low", "rank_high", "p_top10", "rank_sure_low", "rank_sure_high"])
        )
    }

    /// Money alone differs, by the rates; where none is known of the newest days there is a reason.
    @Test("Another display currency changes money only", arguments: Preset.allCases)
    func otherCurrency(preset: Preset) throws {
        var section = try ExplanationTests.section(seed: 7)
        let dollars = try ranking(of: section, preset: preset)
        section.shown = ExplanationTests.rates(section)
        let euros = try ranking(of: section, preset: preset)
        section.shown = ExplanationTests.rates(section, isOld: true)
        let unrated = try ranking(of: section, preset: preset)
        for (place, column) in dollars.columns.enumerated() {
            let isMoney = column.unit == "USD" || column.name == "fully_diluted"
            #expect(euros.columns[place].unit == (column.unit == "USD" ? "EUR" : column.unit))
            for row in dollars.rows.indices {
                let (before, after) = (dollars.rows[row][place], euros.rows[row][place])
                guard isMoney, case .number = before else {
                    #expect(before == after && before == unrated.rows[row][place], "\(column.name)")
                    continue
                }
                #expect(before != after, "\(column.name)")
                #expect(unrated.rows[row][place] == .missing(.noRate), "\(column.name)")
            }
        }
        #expect(euros.notes.contains { $0.hasPrefix("Money in EUR") })
        #expect(!dollars.notes.contains { $0.hasPrefix("Money in EUR") })
    }

    @Test("The explained value equals the one of the ranking", arguments: Preset.allCases)
    func explainedValue(preset: Preset) throws {
        let section = try ExplanationTests.section(seed: 11)
        let explained = try ExplainedRanking(section, preset, RankingOptions())
        let table = try ranking(of: section, preset: preset)
        for row in table.rows {
            guard case .text(let id) = row[1] else { continue }
            let all = explained.explanations(of: id)
            for (column, cell) in zip(table.columns, row) {
                #expect(explained.explanation(of: column.name, id)?.value == cell, "\(column.name) of \(id)")
                #expect(all[column.name]?.value == cell, "\(column.name) of \(id), among all")
            }
        }
    }

    @Test("The explained contributions add up to the score", arguments: Preset.allCases)
    func contributionSum(preset: Preset) throws {
        let section = try ExplanationTests.section(seed: 3)
        let explained = try ExplainedRanking(section, preset, RankingOptions())
        var ranked = 0
        for coin in section.coins {
            let amounts = explained.contributions(to: coin.id).map(\.amount)
            guard case .number(let score)? = explained.explanation(of: "score", coin.id)?.value else { continue }
            ranked += 1
            let total = amounts.reduce(0.0) { if case .number(let amount) = $1 { $0 + amount } else { $0 } }
            #expect(abs(total - score) <= 1e-12 * max(1, abs(score)))
        }
        #expect(ranked > 10 && ranked == explained.rankedCount)
    }

    @Test("The reasons name the two largest contributions, or why there is no rank") func because() throws {
        let section = try ExplanationTests.section(seed: 5)
        for preset in Preset.allCases {
            let explained = try ExplainedRanking(section, preset, RankingOptions())
            for coin in section.coins {
                guard case .text(let because)? = explained.explanation(of: "because", coin.id)?.value else { continue }
                guard case .number? = explained.explanation(of: "score", coin.id)?.value else {
                    guard case .text(let reason)? = explained.explanation(of: "reason", coin.id)?.value else {
                        continue
                    }
                    #expect(!because.isEmpty && reason.hasPrefix(because))
                    continue
                }
                let amounts = explained.contributions(to: coin.id).compactMap { signal -> (String, Double)? in
                    if case .number(let amount) = signal.amount { (signal.signal, amount) } else { nil }
                }
                let largest = amounts.filter { abs($0.1) >= 0.005 }.sorted { abs($0.1) > abs($1.1) }.prefix(2)
                let expected = largest.map { String(format: "%@ %+.2f", $0.0, $0.1) }.joined(separator: ", ")
                #expect(because == (expected.isEmpty ? "nothing stands out" : expected), "\(coin.id) in \(preset)")
            }
        }
    }

    @Test("Unknown columns and coins have no explanation") func unknownNames() throws {
        let explained = try ExplainedRanking(try ExplanationTests.section(seed: 1), .classic, RankingOptions())
        #expect(explained.explanation(of: "colour", "c1") == nil)
        #expect(explained.explanation(of: "score", "nobody") == nil)
        #expect(explained.contributions(to: "nobody").isEmpty)
    }
}

extension PriceChange {
    fileprivate static func random(_ random: inout SeededRandom) -> PriceChange {
        let (now, then) = (1 + random.unit(), 1 + random.unit())
        let begin = DatedFigure(then, at: Instant(seconds: 0), by: "s")
        return PriceChange(from: begin, to: DatedFigure(now, at: Instant(seconds: 86_400), by: "s"))
    }
}

extension CoinFundamentals {
    fileprivate static func random(_ random: inout SeededRandom, at time: Instant) -> CoinFundamentals {
        var known = CoinFundamentals()
        for figure in Fundamental.allCases where random.below(4) > 0 {
            known[figure] = DatedFigure(1e6 * random.unit(), at: time, by: "list")
        }
        known.lockedChange = known[.lockedValue].map { Change(now: $0, then: DatedFigure(1e5, at: time, by: "list")) }
        known.protocols = ["A", "B"]
        return known
    }
}
