import CoinModel
import Testing

@Suite struct CurrencyTests {
    @Test("A currency is a known code in any letter case, each listed once")
    func codes() {
        #expect(Set(Currency.codes).count == Currency.codes.count)
        for code in ["USD", "isk", "Bgn", "usdt", "xau"] { #expect(Currency(code)?.code == code.lowercased()) }
        for text in ["", "USD (1)", "2024", "24h", "us", "US$", "all", "\u{FF35}SD"] { #expect(Currency(text) == nil) }
        #expect(Currency("eur")?.sign == "€" && Currency("sek")?.sign == nil)
    }

    @Test("A market name without a separator is split before its quote currency")
    func pairs() {
        for (text, coin, quote) in [("BTCUSDT", "BTC", "usdt"), ("ETHBTC", "ETH", "btc"), ("BTCFDUSD", "BTC", "fdusd")]
        {
            #expect(Currency.pair(text)?.coin == coin && Currency.pair(text)?.quote.code == quote)
        }
        #expect(Currency.pair("USD") == nil && Currency.pair("BTCXYZ") == nil)
    }

    @Test("The unit of a Unix time follows from its size")
    func unix() throws {
        let moment = try #require(Instant("2025-01-01T00:00:00.250Z"))
        for number in [1_735_689_600_250, 1_735_689_600_250_000, 1_735_689_600_250_000_000.0, 1_735_689_600.25] {
            #expect(Instant(unix: number) == moment, "\(number)")
        }
        #expect(Instant(unix: 0) == Instant(seconds: 0) && Instant(unix: -86_400) == Instant(seconds: -86_400))
        #expect(Instant(unix: 1e21) == nil && Instant(unix: .nan) == nil && Instant(unix: .infinity) == nil)
    }
}
