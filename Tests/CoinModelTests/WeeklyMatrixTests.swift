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
