import CoinModel
import Testing

@Suite struct WeeklyMatrixTests {
    @Test("All cells are missing until written") func missingByDefault() {
        var matrix = WeeklyMatrix(rows: 2, weeks: 3)
        #expect(matrix[1, 2].isNaN)
        #expect(matrix[row: 1].count == 3)
        #expect(matrix[row: 0].count(where: \.isNaN) == 3)
        matrix[1, 0] = 5
        #expect(matrix[1, 0] == 5)
        #expect(matrix[row: 0].count(where: \.isNaN) == 3)
        #expect(matrix[row: 1].count(where: \.isNaN) == 2)
    }

    @Test("A matrix in blocks reads the rows that it is asked for, and tells of an error at the end") func blocks()
        throws
    {
        struct Damaged: Error {}
        let reader = RowsInBlocks([[2, 0], [1]]) { matrix in
            if matrix.chosen?.contains(1) == true { throw Damaged() }
            for row in [0, 2] where matrix.chosen?.contains(row) == true { matrix[row, 1] = Double(row + 1) }
        }
        var section = CrossSection(
            asOf: .day(Day(index: 19_807)),
            quote: "usd",
            coins: ["a", "b", "c"].map { Coin(id: $0, symbol: "", name: "") },
            repositories: []
        )
        section.close = WeeklyMatrix(rows: 3, weeks: 2, reader)
        section.blocks = [[2, 0], [1]]
        let held = section.holding([2], .close).close
        #expect(held[2, 1] == 3 && held[2, 0].isNaN && held.chosen?.contains(0) == false && held.values.count == 2)
        #expect(section.holding([2, 0], .close).close[row: 0].last == 1)
        #expect(section.holding([2], .volumeMean).close.chosen?.contains(2) == false)
        try section.checkReading()
        var rows: [Int] = []
        section.close.eachRow { row, values in rows += values[values.startIndex + 1] == Double(row + 1) ? [row] : [] }
        #expect(rows == [2, 0])
        #expect(throws: Damaged.self) { try section.checkReading() }
    }

    @Test("Changes of prices are kept as they are, whatever they end with") func priceChanges() {
        let price = DatedFigure(8, at: Instant(seconds: 900), by: "one")
        let before = DatedFigure(4, at: Instant(seconds: 300), by: "one")
        let other = DatedFigure(9, at: Instant(seconds: 800), by: "two")
        let kinds = [
            PriceChange(from: before, to: price), PriceChange(stated: 3.1, to: price),
            PriceChange(from: before, to: other, isOther: true), PriceChange(from: before, to: other), nil,
        ]
        var changes = PriceChanges(coins: 2)
        #expect(PriceChanges().isEmpty && !changes.isEmpty)
        for (place, change) in kinds.enumerated() {
            changes[1, place % 2, price] = change
            #expect(changes[1, place % 2, price] == change)
            #expect(changes[0, place % 2, price] == nil)
        }
    }

    @Test("Rows and cells share their values") func rowsAndCells() {
        var matrix = WeeklyMatrix(rows: 2, weeks: 3)
        matrix[row: 1] = [1, 2, 3]
        #expect(matrix[1, 1] == 2)
        #expect(Array(matrix[row: 1]) == [1, 2, 3])
        matrix.withValues { $0[0] = 9 }
        #expect(matrix[0, 0] == 9)
        #expect(matrix.values.count == 6)
    }
}
