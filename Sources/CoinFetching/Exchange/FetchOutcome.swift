package import WorkerProtocol

/// What results of asking one source.
package struct FetchOutcome: Sendable {
    package let source: String
    /// The currency that was asked for beside the usual one; nil where it is that or several.
    package internal(set) var quote: String?
    /// The requests that were made, and the bytes that came.
    package internal(set) var cost = FetchCost()
    /// How many questions are answered, those that were answered not long ago and an observed nothing among them.
    package internal(set) var answered = 0
    /// How many of them were answered not long ago.
    package internal(set) var cached = 0
    /// How many have an answer for some of their weeks only, and the reasons for which.
    package private(set) var partial = 0
    package private(set) var partialReasons: Set<String> = []
    /// What was not answered, by the reason, and what the source said of each reason.
    package private(set) var faults: [String: [String]] = [:]
    package internal(set) var complaints: [String: String] = [:]
    /// What was answered with something that nothing is made of, by the reason: it is not lacking, for no other answer would come.
    package private(set) var useless: [String: [String]] = [:]
    /// What answers cost of the limit's points, and what the last one left; nil where none says so.
    package private(set) var points: (spent: Int, left: Int)?
    /// What is to be said of single things that were asked about: an identifier, what it is about, and the message.
    package internal(set) var remarks: [(identifier: String, place: String, message: String)] = []
    /// How many coins the pages of a list have.
    package internal(set) var coins = 0
    /// The pages of a list that did not come whole.
    package internal(set) var holes: [ListPages.Hole] = []
    /// The place in the archive that the pages of a list have in common.
    package internal(set) var pagePlace = ""
    /// The files of answers that can be loaded.
    package internal(set) var files: [String] = []

    package init(_ source: String) { self.source = source }

    /// How many questions or pages lack an answer, or a part of it.
    package var lacking: Int { holes.count + faults.values.reduce(0) { $0 + $1.count } }

    mutating func note(_ reason: String, _ what: String, _ complaint: String = "") {
        faults[reason, default: []].append(what)
        if !complaint.isEmpty { complaints[reason] = complaint }
    }

    /// Notes an answer that nothing is made of.
    mutating func note(useless reason: String, _ what: String) { useless[reason, default: []].append(what) }

    /// Notes an answer that lacks some weeks.
    mutating func note(_ reason: String, missing weeks: String, of what: String) {
        partial += 1
        partialReasons.insert(reason)
        note(reason, "\(what): \(weeks)")
    }

    /// Notes what an answer cost and left of the limit.
    mutating func note(_ paid: (cost: Int, left: Int)) { points = ((points?.spent ?? 0) + paid.cost, paid.left) }
}
