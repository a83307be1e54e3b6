internal import CoinModel
internal import CoinSources
internal import CoinStore
internal import RawInput

/// The commit facts that count of a repository which the files of a load, or two keys of one file, have with several newest
/// commits.
///
/// This is the only place that decides it: those whose newest commit landed last; of several that landed in one second those with
/// the most commits, and then those whose newest commit has the greatest id. So the order of files decides nothing. A file that
/// is refused decides nothing either, nor does one that was loaded before.
final class FactsInForce {
    /// What decides, in this order.
    private struct Claim {
        let landed: Int64
        let count: Int
        let tip: String

        init(_ block: CommitBlock) {
            landed = block.commits.last?.landed ?? .min
            count = block.commits.count
            tip = block.tip
        }

        func precedes(_ other: Claim) -> Bool {
            (landed, count, tip) < (other.landed, other.count, other.tip)
        }
    }

    private let files: [String]
    private let reader: InputReader
    /// The claim that counts, by the key of its repository; nil until facts come, for most loads have none.
    private var claims: [String: Claim]?

    /// Those of some files, which are read once more for it where there are facts among them.
    init(_ files: [String], _ reader: InputReader) {
        self.files = files
        self.reader = reader
    }

    /// What a block of commits changes of those that are stored, nil where that is nothing; and why it is not taken, if it is not.
    func compared(_ block: CommitBlock, in session: LoadSession) throws -> (block: CommitBlock?, reject: Reject?) {
        guard block.elsewhere != nil else { return (block, nil) }
        let claims = try self.claims ?? readAll()
        self.claims = claims
        if let claim = claims[block.repository.key], claim.tip != block.tip {
            let tips = "\(claim.tip.prefix(12)) and \(block.tip.prefix(12))"
            let why = "\(block.repository) is counted more than once, with the newest commits \(tips)"
            return (nil, Reject("conflict", detail: "\(why); the first of them, which landed later, is taken"))
        }
        return try session.compared(block, acceptsUnrelated: reader.request.acceptsUnrelated)
    }

    private func readAll() throws -> [String: Claim] {
        var claims: [String: Claim] = [:]
        func note(_ claim: Claim, _ key: String, among claims: inout [String: Claim]) {
            if claims[key]?.precedes(claim) ?? true { claims[key] = claim }
        }
        var cache = ReaderCache()
        for file in files where isFacts(file) {
            var found: [String: Claim] = [:]
            do {
                try reader.read(file, after: &cache) { event in
                    // The load ends where it comes to write.
                    guard Interruption.signal == nil else { throw CancellationError() }
                    switch event {
                    case .item(.commits(let block)): note(Claim(block), block.repository.key, among: &found)
                    case .ended(.whole): for (key, claim) in found { note(claim, key, among: &claims) }
                    default: break
                    }
                }
            } catch is CancellationError {
                return claims
            }
        }
        return claims
    }

    private func isFacts(_ path: String) -> Bool {
        guard reader.folders[path] == nil else { return false }
        do {
            var file = try InputFile(path: path)
            return CommitFacts.begins(try file.peek(InputHead.length))
        } catch {
            // Loading it reports why.
            return false
        }
    }
}
