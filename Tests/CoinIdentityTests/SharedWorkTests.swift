import CoinIdentity
import CoinModel
import Testing

/// The worked checks of repositories that several coins share.
@Suite struct SharedWorkTests {
    /// Commits by id, each a developer-day of its own, in one repository.
    private func commits(_ ids: Range<UInt64>, in repository: Int) -> [SharedWork.Commit] {
        ids.map { id in
            (sample(id, landed: Int64(id) * 86_400, developer: Int32(id % 7)), repository)
        }
    }

    private func claim(
        _ commits: [SharedWork.Commit],
        first: String? = nil,
        cap: Double = .nan
    ) -> SharedWork.Claim {
        SharedWork.Claim(first: first.flatMap { Day($0) }, capitalisation: cap, commits: commits)
    }

    private func days(_ claims: [SharedWork.Claim], weighted: Bool = false) -> [Int] {
        SharedWork.overlaps(claims) { _ in weighted }.map(\.days)
    }

    @Test("A coin known a year longer does not share its work with the younger one")
    func years() {
        let old = claim(commits(0..<230, in: 0), first: "2015-08-07")
        let late = claim(commits(21..<245, in: 1), first: "2017-10-01")
        #expect(days([old, late]) == [0, 209])
        #expect(days([late, old]) == [209, 0])
    }

    @Test("Of coins of one age, those with a third of the capitalisation do not count")
    func capitalisations() {
        let dates = ("2015-08-07", "2016-03-01")
        func both(_ shared: UInt64, _ caps: (Double, Double)) -> [Int] {
            days([
                claim(commits(0..<80, in: 0), first: dates.0, cap: caps.0),
                claim(commits(80 - shared..<160 - shared, in: 1), first: dates.1, cap: caps.1),
            ])
        }
        #expect(both(41, (.nan, .nan)) == [41, 41])
        // n has 2, o has 9.
        #expect(both(41, (9, 2)) == [0, 41])
        #expect(both(41, (9, 3)) == [0, 41])
        #expect(both(41, (9, 3.1)) == [41, 41])
        #expect(both(40, (.nan, .nan)) == [40, 40])
        // Unknown days leave it to the capitalisation.
        let unknown = [claim(commits(0..<10, in: 0), cap: 9), claim(commits(0..<10, in: 1), first: dates.0, cap: 2)]
        #expect(days(unknown) == [0, 10])
    }

    @Test("For one repository listed by two coins only written weights decide")
    func oneRepository() {
        let old = claim(commits(0..<50, in: 3), first: "2015-08-07", cap: 100)
        let late = claim(commits(0..<50, in: 3), first: "2019-08-07", cap: 1)
        #expect(days([old, late]) == [50, 50])
        #expect(days([old, late], weighted: true) == [0, 0])
    }

    @Test("Commits with equal author, instant and subject are shared like equal ids")
    func works() {
        func commit(_ id: UInt64, _ work: UInt64, _ repository: Int) -> SharedWork.Commit {
            (sample(id, landed: Int64(id) * 86_400, developer: 1, work: work), repository)
        }
        let claims = [claim([commit(1, 9, 0), commit(2, 0, 0)]), claim([commit(3, 9, 1), commit(4, 0, 1)])]
        let overlaps = SharedWork.overlaps(claims) { _ in false }
        #expect(overlaps.map(\.commits) == [1, 1])
        #expect(overlaps[0].repository == 0)
        #expect(overlaps[0].other?.coin == 1)
        #expect(overlaps[0].other?.repository == 1)
    }
}
