import Testing

@testable import CoinSources

@Suite struct SourceCreditTests {
    @Test(
        "A source is credited by its format, and a table by the source that it names",
        arguments: [
            ("coingecko-markets", "CoinGecko"), ("coinmarketcap-weekly-csv", "CoinMarketCap"),
            ("tidy-market:cmc_weekly", "CoinMarketCap"), ("tidy-market:yahoo", "Yahoo Finance"),
            ("tidy-market:mine", "Own files"), ("tidy-market", "Own files"), ("git-clone", "git"),
            ("github-participation", "GitHub"), ("commit-log-csv", "git"), ("trends-tidy", "Google Trends"),
        ]
    )
    func name(source: String, name: String) { #expect(SourceCredit(of: source).name == name) }

    @Test("Every format has a licence, and those that forbid or ask for something say so") func licences() {
        for reader in sourceReaders { #expect(!SourceCredit(of: reader.id).licence.isEmpty, "\(reader.id)") }
        #expect(SourceCredit(of: "coinmetrics-csv").licence.contains("no commercial use"))
        #expect(SourceCredit(of: "ecosystem-export").licence.contains("CC BY 4.0"))
        #expect(SourceCredit(of: "tidy-market:yahoo").licence.contains("states none"))
    }

    @Test("Each name is credited once, in order") func unique() {
        let names = SourceCredit.all(of: ["yahoo-csv", "coingecko-list", "tidy-market:yahoo"]).map(\.name)
        #expect(names == ["CoinGecko", "Yahoo Finance"])
    }
}
