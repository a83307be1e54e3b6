internal import CoinModel

/// Search terms that may mean something other than their coin.
///
/// This is the only place where a term is found ambiguous: a common word, the name or symbol of another listed coin, or one
/// of three letters or fewer. A topic (`/m/…`, `/g/…`) is not, nor is a term that a word such as `coin` qualifies.
struct AmbiguousTerms: Sendable {
    /// The coins by the names and symbols that they have, in small letters; nil for one of several coins.
    private var coins: [String: String?] = [:]

    /// By the names and symbols of the listed coins.
    init(_ listed: [Coin]) {
        for coin in listed {
            for word in Set([coin.name.lowercased(), coin.symbol.lowercased()]) where !word.isEmpty {
                coins[word] = coins[word] == nil ? coin.id : .some(nil)
            }
        }
    }

    /// Whether a term for a coin may mean something else.
    func isAmbiguous(_ term: String, of id: String) -> Bool {
        if DeclaredSearchTerm.isTopic(term) { return false }
        let term = term.lowercased()
        if term.split(whereSeparator: { !$0.isLetter }).contains(where: { AmbiguousTerms.qualifiers.contains($0) }) {
            return false
        }
        if term.count(where: \.isLetter) <= 3 || AmbiguousTerms.common.contains(term) { return true }
        guard let owner = coins[term] else { return false }
        return owner != id
    }

    private static let qualifiers: Set<Substring> = ["coin", "crypto", "price", "token", "network", "blockchain"]

    /// Common words, names of people and places among them, that coins are named by too, in small letters: picked by hand
    /// from the names in public coin lists.
    private static let common = Set(
        """
        alchemy algorithm alien alpha amber anchor apollo apple arcade arena ark atlas atom audio augur aurora \
        avalanche axe balance bancor band base beam bean big bit blast blaze block blue blur bond bone book brave \
        bridge bright cake candy cap cell chain chia chili chrome circle civic cloud clover compass compound \
        constellation convex core cosmos cream crown crystal cube curve dash data deep delta dent diamond dime dock \
        dragon dream drift dusk earth echo eden edge elastic electron element elf energy engine enigma ergo ether \
        everest exchange fantom feather fetch fire flamingo flare flash flex flow flux force fox fractal free friend \
        frontier function fusion future galaxy game gas gem genesis ghost giant glitch gnosis gold golem grand grass \
        green grid grin guardian harmony harvest heart helium hero hex hive holo honey hook horizon humans hydra \
        icon idea illuminate immutable index infinity injective iris jade jasmine joe juno jupiter just kava kin \
        kite komodo lamb land lemon level liberty lido light linear link lion liquid loom loop luna lunar magic \
        maker mantle map mars mask masks matic matrix maverick merit meta metal metis mina mint mirror mist moon \
        moonbeam moonriver nano near nebula neo neon neutron nexus nova oasis ocean omega omni one onyx open \
        optimism orbit orca orchid origin osmosis oxygen pancake parrot peach pearl pendle pepe perpetual phantom \
        phoenix pixel planet play plume pocket polygon portal power prime prom proton pulse pyramid quant quantum \
        quark radar radiant radix rally raven reef render request reserve ribbon ripple rocket ronin rose safe saga \
        sand sandbox saturn secret seed serum shadow shell shield siren sky smooth snow solar solo sonic space spark \
        spell sphere spirit stable stacks star stargate status steem stellar step storm stratis stream sun super \
        sushi swap swarm swipe sync terra theta threshold thunder tide titan tower trace tree tron true trust turbo \
        umbrella unity universe uranium vanguard vector vega velo venus verge verify vibe victory viper vision \
        voyager wave waves wax wing wink wonderland world worm yield zen zero zeta zone zoo
        """.split(separator: " ").map(String.init)
    )
}
