/// What a word for a trade means.
enum TradeMeaning: Hashable {
    /// A kind of entry, whichever sign the amount has.
    case kind(Transaction.Kind)
    /// One kind for what came and another for what went, which the sign or the side of the amount tells.
    case sides(in: Transaction.Kind, out: Transaction.Kind)
    /// A move within one's own accounts, which changes nothing.
    case move
}

/// This is the only place that says what words for trades mean, English, German and a few of others.
enum TradeWords {
    /// What a word means, in any letter case, with blanks, `-` or `_` between its parts; nil for an unknown one.
    static func meaning(_ word: String) -> TradeMeaning? { meanings[folded(word)] }

    /// A word as it is compared.
    static func folded(_ word: String) -> String {
        word.lowercased().split { $0 == " " || $0 == "_" || $0 == "-" }.joined(separator: " ")
    }

    private static let meanings: [String: TradeMeaning] = {
        let kinds: [(TradeMeaning, String)] = [
            (
                .kind(.buy),
                "buy, bought, purchase, market buy, limit buy, kauf, gekauft, achat, compra, acquisto, aankoop"
            ),
            (
                .kind(.sell),
                "sell, sold, sale, market sell, limit sell, card spend, verkauf, verkauft, vente, venta, vendita, verkoop"
            ),
            (
                .kind(.receive),
                "receive, received, deposit, crypto deposit, transfer in, einzahlung, eingang, empfangen, erhalten, dépôt, depósito, deposito, storting"
            ),
            (
                .kind(.send),
                "send, sent, withdrawal, withdraw, crypto withdrawal, transfer out, spend, auszahlung, ausgang, gesendet, abhebung, retrait, retirada, prelievo, opname"
            ),
            (
                .kind(.income),
                "income, reward, rewards, staking, staking income, staking reward, staking rewards, fixed staking, reward income, rewards income, inflation reward, learning reward, coinbase earn, interest, interest income, interest payout, lending, mining, airdrop, masternode, dividend, cashback, rebate, referral, affiliate, bonus, zinsen, zinsertrag, belohnung, prämie, dividende, intérêts, minage, interés, minería, interessi"
            ),
            (
                .kind(.fee),
                "fee, fees, cost, lost, loss, stolen, gebühr, gebühren, kosten, verlust, gestohlen, frais, comisión, commissione"
            ),
            (.kind(.set), "set, balance, bestand, saldo"),
            (.kind(.reverse), "reverse"),
            (.sides(in: .buy, out: .sell), "trade, exchange, handel"),
            (.sides(in: .receive, out: .send), "transfer, übertrag, überweisung"),
            (.sides(in: .income, out: .send), "gift, tip, gift tip, geschenk, donation, spende, schenkung"),
            (
                .move,
                "vault withdrawal, exchange deposit, exchange withdrawal, pro deposit, pro withdrawal, prime deposit, prime withdrawal, retail staking transfer, retail unstaking transfer"
            ),
        ]
        let pairs = kinds.flatMap { meaning, words in words.split(separator: ",").map { (folded(String($0)), meaning) }
        }
        return Dictionary(pairs) { first, _ in first }
    }()
}

extension Transaction.Kind {
    /// The kind that a word means by itself; nil for an unknown one, and for one that a sign has to tell the side of.
    public init?(word: String) {
        guard case .kind(let kind) = TradeWords.meaning(word) else { return nil }
        self = kind
    }
}
