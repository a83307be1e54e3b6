internal import CoinModel

/// What the current input of a load says, until it is accepted or so large that it is written as it comes; a refused one
/// leaves nothing of it.
struct CurrentInput {
    /// Its number in the ledger.
    let number: Int32
    var stem = ""
    var digest = ""
    /// Its facts, and how many rows they have.
    var blocks: [ObservationBlock] = []
    var rows = 0
    var rejects: [Reject] = []
    var coins: [Coin] = []
    /// Since when its coins hold; nil where their list has no date.
    var coinsSince: Instant?
    var ecosystems: [CoinEcosystem] = []
    var renames: [RepositoryRename] = []
    var sourceCoins: [SourceCoin] = []
    var decisions: [CoinDecision] = []
    var details: [CoinDetail] = []
    /// What became of its rows so far, beside what is known of tiles that were written.
    var outcome = InputOutcome()
}
