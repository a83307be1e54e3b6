/// A message about addresses to ask.
///
/// `assay` sends one order. The worker reports of each address either the answer or why there is none, and asks no further
/// before `assay` reports that it has stored that; so at most one answer is lost with either of them. Of an order whose
/// answers `assay` judges, every whole answer is reported, those among them that settle nothing yet. The end, or at any
/// point a fault, closes it.
public enum FetchMessage: Codable, Hashable, Sendable {
    case order(FetchOrder)
    /// An answer that settles an address.
    case answer(FetchAnswer)
    /// Why an address has none: its place in the order and the reason.
    case failure(Int, FetchFailure)
    /// What was reported last is stored, and what it means.
    case stored(FetchReply)
    /// All addresses are settled, after so many requests.
    case end(requests: Int)
}
