import CoinModel
import Testing

@testable import CoinSources

@Suite struct CentralBankRatesTests {
    @Test("Rates are dollars per euro divided by units per euro") func dollarsPerUnit() throws {
        let read = try reading(
            """
            Date,USD,JPY,CYP,GBP,
            2024-03-22,1.5,150,N/A,0.75,
            2024-03-21,1.25,0,,-1,
            2024-03-20,N/A,150,0.5,1,
            1998-12-31,1,1,1,1,
            2024-02-30,1,1,1,1,
            """
        )
        #expect(read["ecb-rates-csv eur rate_usd 2024-03-22"] == 1.5)
        #expect(read["ecb-rates-csv jpy rate_usd 2024-03-22"] == 0.01)
        #expect(read["ecb-rates-csv gbp rate_usd 2024-03-22"] == 2)
        #expect(read["ecb-rates-csv eur rate_usd 2024-03-21"] == 1.25)
        #expect(read.facts.count == 4)
        #expect(read.rejects.map(\.reason) == ["bad-number", "no-values", "bad-time", "bad-time"])
        #expect(read.rejects.map(\.line) == [3, 4, 5, 6])
    }

    @Test("The file of the newest day with a written month is read") func newestDay() throws {
        let read = try reading("Date, USD, JPY, GBP, \n21 March 2024, 1.25, 125, 0.5, \n")
        #expect(read["ecb-rates-csv gbp rate_usd 2024-03-21"] == 2.5)
        #expect(read["ecb-rates-csv jpy rate_usd 2024-03-21"] == 0.01)
    }
}
