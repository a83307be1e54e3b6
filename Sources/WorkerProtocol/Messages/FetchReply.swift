/// What `assay` says to a report of its fetch worker.
public struct FetchReply: Codable, Hashable, Sendable, ExpressibleByArrayLiteral {
    /// What an answer means of which only `assay` knows how its source speaks.
    public enum Verdict: Codable, Hashable, Sendable {
        /// It settles its address.
        case settled
        /// The source failed: the address is to be asked again.
        case again
        /// The source is still at it: the address is to be asked again.
        case pending
        /// A limit is passed: nothing is to be asked for so many milliseconds, or for 0 as long as the answer says; then
        /// the address again.
        case hold(Int)
        /// Nothing is to be asked any more.
        case stop(FetchFailure)
    }

    /// What is to be asked too, behind what the order has.
    public var targets: [FetchOrder.Target]
    /// What the answer means; holds for orders whose answers `assay` judges.
    public var verdict: Verdict

    /// A reply.
    public init(_ verdict: Verdict = .settled, asking targets: [FetchOrder.Target] = []) {
        (self.verdict, self.targets) = (verdict, targets)
    }

    /// Further targets, behind an answer that settles its address.
    public init(arrayLiteral targets: FetchOrder.Target...) { self.init(asking: targets) }
}
