import CoinIdentity
import CoinModel
import Testing

@Suite struct CoinNameMatchesTests {
    let matches = CoinNameMatches([
        Coin(id: "alder-chain", symbol: "ALDR", name: "Alder Chain"), Coin(id: "birch", symbol: "BIR", name: "Birch"),
        Coin(id: "elm-2", symbol: "ELM", name: "Elm"), Coin(id: "elms", symbol: "ELM", name: "Elms"),
    ])

    @Test(
        "An unknown id is near the coin of that name or symbol, or of an id a letter or two off",
        arguments: [
            (CoinKey(id: "Alder Chain"), "alder-chain"), (CoinKey(id: "alderchain"), "alder-chain"),
            (CoinKey(id: "birhc"), "birch"), (CoinKey(id: "BIR"), "birch"), (CoinKey(id: "Elm"), "elm-2"),
            (CoinKey(id: "ELM2", symbol: "ZZZ"), nil), (CoinKey(id: "oak"), nil),
            (CoinKey(id: "birhc", symbol: "OTHER"), nil), (CoinKey(id: "Birch", symbol: "OTHER"), nil),
            (CoinKey(symbol: "ALDRR"), "alder-chain"), (CoinKey(symbol: "OAK"), nil),
            (CoinKey(name: "Alder Chian"), "alder-chain"), (CoinKey(name: "Oak"), nil),
        ]
    )
    func suggestions(key: CoinKey, id: String?) {
        #expect(matches.suggestedCoin(for: key)?.id == id)
    }

    @Test("A symbol or a name alone is known where one coin or several have it")
    func unknown() {
        #expect(!matches.isUnknown(CoinKey(symbol: "bir")) && !matches.isUnknown(CoinKey(symbol: "ELM")))
        #expect(!matches.isUnknown(CoinKey(name: "birch")) && matches.isUnknown(CoinKey(name: "oak")))
    }

    @Test("Repositories make a coin an owner: the one that lists one of them, that of its name, or a new one")
    func owners() {
        let known = Universe([
            Coin(id: "xmr", symbol: "XMR", name: "Monero"), Coin(id: "zcash", symbol: "ZEC", name: "Zcash"),
            Coin(
                id: "btc",
                symbol: "BTC",
                name: "B",
                repositories: ["bitcoin/bitcoin"].compactMap { RepositoryName($0) }
            ),
        ])
        let names = [
            "monero-project/monero", "ZcashFoundation/zebra", "bitcoin/bitcoin", "Monero-Project/gui",
            "gitlab.com/solana-labs/web", "x/zcash",
        ]
        let owners = RepositoryOwners(names.compactMap { RepositoryName($0) }, known: known)
        #expect(owners.coins.map(\.id) == ["xmr", "zcash", "btc", "solana", "zcash"])
        #expect(owners.coins[0].repositories.map(\.description) == ["monero-project/monero", "Monero-Project/gui"])
        #expect(owners.coins[0].symbol == "XMR" && owners.unknown == ["solana"])
    }
}
