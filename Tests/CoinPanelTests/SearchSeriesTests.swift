import Testing

@testable import CoinPanel

@Suite struct SearchSeriesTests {
    @Test("A week is the median of the pulls that have it")
    func medians() {
        let pulls = [[1, 4, .nan, .nan], [9, 2, .nan, 8], [3, 7, .nan, 6]]
        #expect(SearchSeries.medians(pulls).map { $0.isNaN ? -1 : $0 } == [3, 4, -1, 7])
        #expect(SearchSeries.medians(pulls.reversed()).map { $0.isNaN ? -1 : $0 } == [3, 4, -1, 7])
        #expect(SearchSeries.medians([[5, 6]]) == [5, 6])
        #expect(SearchSeries.medians([]).isEmpty)
    }
}
