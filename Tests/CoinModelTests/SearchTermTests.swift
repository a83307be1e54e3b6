import CoinModel
import Testing

@Suite struct SearchTermTests {
    private let newest = Week(index: 2_800)

    /// A term of an export that ends so many weeks before the newest week.
    private func term(
        endingBack weeksBack: Int = 0,
        _ granularity: SearchTerm.Granularity = .week,
        region: String = "Worldwide",
        category: String = "All categories"
    ) -> SearchTerm {
        SearchTerm(
            term: "a",
            region: region,
            category: category,
            granularity: granularity,
            coin: nil,
            window: newest.advanced(by: -60)...newest.advanced(by: -weeksBack)
        )
    }

    @Test(
        "A week counts when its own export has a later row, and never the newest one",
        arguments: [(0, 1), (1, 2), (3, 4), (-1, 1), (-20, 1)]
    )
    func wholeWeeks(endingBack: Int, firstWhole: Int) {
        let whole = term(endingBack: endingBack).wholeWeeks(of: Array(repeating: 7, count: 10), newest: newest)
        #expect(whole.count == 10)
        #expect(whole.firstIndex { !$0.isNaN } == firstWhole)
        #expect(whole[firstWhole...].allSatisfy { $0 == 7 })
    }

    @Test("An empty last row is a later row all the same, and a missing week stays missing")
    func emptyRows() {
        let whole = term(endingBack: 1).wholeWeeks(of: [.nan, .nan, 5, .nan, 6], newest: newest)
        #expect(whole.map { $0.isNaN ? -1 : $0 } == [-1, -1, 5, -1, 6])
    }

    @Test(
        "Only an export of weeks makes weeks",
        arguments: [
            (SearchTerm.Granularity.week, true), (.day, false), (.hour, false), (.month, false), (.year, false),
        ]
    )
    func spacing(granularity: SearchTerm.Granularity, makesWeeks: Bool) {
        #expect(granularity.makesWeeks == makesWeeks)
    }

    @Test("Region, category and property are part of what was searched")
    func search() {
        #expect(term().search == term(endingBack: 5, .day).search)
        #expect(term().search != term(region: "US").search)
        #expect(term().search != term(category: "All categories, youtube").search)
    }

    @Test(
        "All regions and all categories are one in every language; other regions are as written",
        arguments: [
            ("Dans tous les pays", "Toutes catégories", "All categories"), ("全球", "所有類別", "All categories"),
            ("Weltweit", "すべてのカテゴリ, youtube", "All categories, youtube"),
            ("Worldwide", "Finance, news", "Finance, news"),
        ]
    )
    func languages(region: String, category: String, english: String) {
        #expect(term(region: region, category: category).search == term(category: english).search)
        #expect(term(region: region, category: category).search != term(region: "Japon", category: english).search)
        #expect(term(region: region, category: category).search != term(region: "", category: "").search)
    }

    @Test("A coin list's search terms are kept among the tags, in order, apart from words and decisions")
    func declaredTerms() {
        let tags = ["L1", DeclaredSearchTerm("/m/05p0rrx").tag, "derivative:no", DeclaredSearchTerm("near").tag]
        let coin = Coin(id: "near", symbol: "", name: "", tags: tags)
        #expect(coin.searchTerms == ["/m/05p0rrx", "near"])
        #expect(Coin(id: "near", symbol: "", name: "", tags: ["L2"]).filled(from: coin).searchTerms == coin.searchTerms)
        let other = Coin(id: "near", symbol: "", name: "", tags: ["search:near coin"]).filled(from: coin)
        #expect(other.tags == ["L1", "search:near coin", "derivative:no"])
    }

    @Test(
        "A topic is an id of Google's, not words",
        arguments: [("/m/05p0rrx", true), ("/g/11b", true), ("m/05p0rrx", false), ("/x/1", false), ("near", false)]
    )
    func topics(term: String, isTopic: Bool) { #expect(DeclaredSearchTerm.isTopic(term) == isTopic) }
}
